//! The place of the walk, kept on the stack and written out only for a problem.

/// Longer keys are cut: a client must not multiply its own text by nesting problems under it.
const MAX_SEGMENT: usize = 64;

#[derive(Clone, Copy)]
pub(super) struct Path<'p> {
    parent: Option<&'p Path<'p>>,
    segment: Segment<'p>,
    depth: usize,
}

#[derive(Clone, Copy)]
enum Segment<'p> {
    Root,
    Key(&'p str),
    Index(usize),
}

impl<'p> Path<'p> {
    pub(super) const ROOT: Self = Self {
        parent: None,
        segment: Segment::Root,
        depth: 0,
    };

    pub(super) fn key(&'p self, key: &'p str) -> Self {
        self.child(Segment::Key(key))
    }

    pub(super) fn index(&'p self, index: usize) -> Self {
        self.child(Segment::Index(index))
    }

    fn child(&'p self, segment: Segment<'p>) -> Self {
        Self {
            parent: Some(self),
            segment,
            depth: self.depth + 1,
        }
    }

    pub(super) fn depth(&self) -> usize {
        self.depth
    }

    pub(super) fn to_pointer(self) -> String {
        let mut segments = Vec::with_capacity(self.depth);
        let mut here = Some(&self);
        while let Some(path) = here {
            segments.push(path.segment);
            here = path.parent;
        }
        let mut pointer = String::new();
        for segment in segments.iter().rev() {
            match segment {
                Segment::Root => {}
                Segment::Key(key) => push_key(&mut pointer, key),
                Segment::Index(index) => {
                    pointer.push('/');
                    pointer.push_str(&index.to_string());
                }
            }
        }
        pointer
    }
}

fn push_key(pointer: &mut String, key: &str) {
    pointer.push('/');
    for (count, letter) in key.chars().enumerate() {
        match letter {
            _ if count == MAX_SEGMENT => return pointer.push('…'),
            '~' => pointer.push_str("~0"),
            '/' => pointer.push_str("~1"),
            letter => pointer.push(letter),
        }
    }
}
