//! Evaluations learnt from self-play: n-tuple tables, temporal differences, and the file they are kept in.
