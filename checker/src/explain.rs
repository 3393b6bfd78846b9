//! Why a claim of a verified certificate is true, in words. Nothing here is used in verifying.

use crate::error::{Result, error};
use crate::moves::Moves;
use crate::normal::Proof;

/// The index of a claim, or of a lost node, that is counted from 1.
pub(crate) fn index(number: usize, count: usize) -> Result<usize> {
    let index = number.checked_sub(1).filter(|index| *index < count);
    index.ok_or_else(|| error!(CannotCheck, "there is no claim {number}: they are numbered 1 to {count}"))
}

impl Proof {
    /// Why a claim, counted from 1, is true: option by option.
    pub(crate) fn explain(&self, claim: usize) -> Result<Vec<String>> {
        let i = index(claim, self.claims.len())?;
        let ((land, k), mut lines) = (&self.claims[i], vec![self.step(i)]);
        for option in Moves::of(land)?.options()? {
            let (sum, unclaimed) = self.known(&option);
            let Some(&land) = unclaimed.first() else {
                lines.push(format!("  {option} is settled with nimber {sum}"));
                continue;
            };
            let t = sum ^ k;
            let i = self.refutations.partition_point(|(other, nimber)| (other, *nimber) < (land, t));
            let (reply, after) = self.check_reply(i)?;
            let why = format!("move {reply} of {land} leads to {after}, which has nimber {t}");
            lines.push(format!("  {option} has another nimber: {why}"));
        }
        Ok(lines)
    }
}
