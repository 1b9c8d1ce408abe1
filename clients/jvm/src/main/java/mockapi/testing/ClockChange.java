// Written by script/generate from openapi/mock.yaml; do not edit.
package mockapi.testing;

import java.time.Duration;
import java.time.Instant;
import org.jetbrains.annotations.NotNull;

/** A change of a world's clock; what is left out stays. */
public final class ClockChange extends Options<ClockChange> {
    /** Makes one without changes. */
    public ClockChange() {
    }
    @Override
    ClockChange self() { return this; }
    /** True stops the clock, false lets it go on. */
    public @NotNull ClockChange freeze(boolean freeze) { return with("freeze", freeze); }
    /** The time of day, from 1678 to 2261. Backward, no time passes. */
    public @NotNull ClockChange now(@NotNull Instant now) { return with("set", now); }
    /** How far to advance the time, as an ISO 8601 duration without years and months. */
    public @NotNull ClockChange advance(@NotNull Duration advance) { return with("advance", Durations.iso(advance)); }
    /** Seconds of the world in each real second. */
    public @NotNull ClockChange rate(double rate) { return with("rate", rate); }
    /** True for the machine's time again. */
    public @NotNull ClockChange reset(boolean reset) { return with("reset", reset); }
}
