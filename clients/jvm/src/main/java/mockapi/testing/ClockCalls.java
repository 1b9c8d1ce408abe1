// Written by script/generate from openapi/mock.yaml; do not edit.
package mockapi.testing;

import java.time.Duration;
import java.time.Instant;
import mockapi.testing.values.Clock;
import mockapi.testing.values.Upcoming;
import org.jetbrains.annotations.NotNull;
import org.jetbrains.annotations.Nullable;

/** The calls of {@code world.clock}. */
abstract class ClockCalls extends Part {
    ClockCalls(ControlPlane plane) { super(plane); }
    /** Look at the clock. */
    public @NotNull Clock get() { return call("getClock", "GET", "/_mock/clock").value(Clock::new); }
    /** List what happens when time passes. */
    public @NotNull Upcoming upcoming() { return upcoming(null, null); }
    /** List what happens when time passes. */
    public @NotNull Upcoming upcoming(@Nullable Instant until, @Nullable Duration within) {
        return call("listUpcoming", "GET", "/_mock/clock/upcoming")
            .query("until", until)
            .query("seconds", Durations.seconds(within))
            .value(Upcoming::new);
    }
}
