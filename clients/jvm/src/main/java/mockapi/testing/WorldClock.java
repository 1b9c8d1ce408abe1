package mockapi.testing;

import java.time.Duration;
import java.time.Instant;
import mockapi.testing.values.Clock;
import mockapi.testing.values.Upcoming;
import org.jetbrains.annotations.NotNull;

/** The time of a world: of its tokens, limits, dates, simulations. */
public final class WorldClock extends ClockCalls {
    WorldClock(ControlPlane plane) { super(plane); }

    /**
     * Changes the clock.
     * @param change what changes
     */
    public @NotNull Clock set(@NotNull ClockChange change) {
        return call("setClock", "PUT", "/_mock/clock").body(change.members()).value(Clock::new);
    }

    /** Stops the clock. */
    public @NotNull Clock freeze() { return set(new ClockChange().freeze(true)); }

    /**
     * Stops the clock at a moment.
     * @param at the moment
     */
    public @NotNull Clock freeze(@NotNull Instant at) { return set(new ClockChange().now(at).freeze(true)); }

    /** Lets a stopped clock go on. */
    public @NotNull Clock resume() { return set(new ClockChange().freeze(false)); }

    /**
     * Lets time pass at once.
     * @param by how much
     */
    public @NotNull Clock advance(@NotNull Duration by) { return set(new ClockChange().advance(by)); }

    /**
     * Lets time pass at once.
     * @param by how much, such as {@code 30s} or {@code 1h 30m}
     */
    public @NotNull Clock advance(@NotNull String by) { return advance(Durations.parse(by)); }

    /** Goes back to the machine's time. */
    public @NotNull Clock reset() { return set(new ClockChange().reset(true)); }

    /**
     * Lists what happens when time passes.
     * @param within how far, in whole seconds, at most 31 days
     */
    public @NotNull Upcoming upcoming(@NotNull Duration within) { return upcoming(null, within); }
}
