//! ISO 8601 instants, as `lastModified` carries them (RFC 3339).

/// Whether `text` names one instant: a date, a time and an offset, each within its range.
pub(crate) fn is_instant(text: &str) -> bool {
    let Some((date, rest)) = text.split_at_checked(10) else {
        return false;
    };
    let Some(rest) = rest.strip_prefix(['T', 't']) else {
        return false;
    };
    let offset_at = rest.find(['Z', 'z', '+', '-']).unwrap_or(rest.len());
    let (time, offset) = rest.split_at(offset_at);
    is_date(date) && is_time(time) && is_offset(offset)
}

fn is_date(date: &str) -> bool {
    let parts: Vec<_> = date.split('-').collect();
    let [year, month, day] = parts[..] else {
        return false;
    };
    let (Some(year), Some(month), Some(day)) = (number(year, 4), number(month, 2), number(day, 2)) else {
        return false;
    };
    let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let days = match month {
        4 | 6 | 9 | 11 => 30,
        2 if leap => 29,
        2 => 28,
        1..=12 => 31,
        _ => 0,
    };
    (1..=days).contains(&day)
}

fn is_time(time: &str) -> bool {
    let (clock, fraction) = match time.split_once('.') {
        Some((clock, fraction)) => (clock, Some(fraction)),
        None => (time, None),
    };
    let parts: Vec<_> = clock.split(':').collect();
    let [hour, minute, second] = parts[..] else {
        return false;
    };
    let within = |text, most| number(text, 2).is_some_and(|value| value <= most);
    let fraction_holds =
        fraction.is_none_or(|digits| !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit()));
    // Sixty is a leap second.
    within(hour, 23) && within(minute, 59) && within(second, 60) && fraction_holds
}

fn is_offset(offset: &str) -> bool {
    if matches!(offset, "Z" | "z") {
        return true;
    }
    let Some((hour, minute)) = offset
        .strip_prefix(['+', '-'])
        .and_then(|rest| rest.split_once(':'))
    else {
        return false;
    };
    let within = |text, most| number(text, 2).is_some_and(|value| value <= most);
    within(hour, 23) && within(minute, 59)
}

fn number(digits: &str, length: usize) -> Option<u32> {
    let holds = digits.len() == length && digits.bytes().all(|byte| byte.is_ascii_digit());
    holds.then(|| digits.parse().ok()).flatten()
}

#[cfg(test)]
mod tests {
    use super::is_instant;

    #[test]
    fn res_10_instants_have_a_date_a_time_and_an_offset() {
        for good in [
            "2026-10-21T12:00:00Z",
            "2024-02-29T23:59:60.5+01:30",
            "2026-01-02t03:04:05z",
        ] {
            assert!(is_instant(good), "{good}");
        }
        for bad in [
            "",
            "2026-10-21",
            "2026-10-21T12:00:00",
            "2026-13-01T00:00:00Z",
            "2025-02-29T00:00:00Z",
            "2026-10-21 12:00:00Z",
            "2026-10-21T24:00:00Z",
            "2026-10-21T12:00:00.Z",
            "2026-10-21T12:00:00+1:00",
            "éééééééééé",
            "2026-10-2éT12:00:00Z",
        ] {
            assert!(!is_instant(bad), "{bad}");
        }
    }
}
