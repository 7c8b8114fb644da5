use bestply_core::Stop;

/// How a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    /// By a limit.
    Stopped(Stop),
    /// The root is proved.
    Proved,
    /// At a finished position, to which the line of the last walk leads.
    Finished,
    /// Not yet: the walks that were asked for are done.
    Open,
}

impl End {
    /// The reason in a report.
    pub(crate) fn stop(self) -> Stop {
        if let End::Stopped(stop) = self { stop } else { Stop::Terminal }
    }
}
