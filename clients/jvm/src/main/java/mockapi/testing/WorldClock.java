package mockapi.testing;

import java.time.Duration;
import java.time.Instant;
import mockapi.testing.values.Clock;
import mockapi.testing.values.Upcoming;
import org.jetbrains.annotations.NotNull;

/** The time that everything in a world follows: tokens, limits, dates, simulations. */
public final class WorldClock {
    private final ControlPlane plane;

    WorldClock(ControlPlane plane) {
        this.plane = plane;
    }

    /** {@return how the clock stands} */
    public @NotNull Clock get() {
        return plane.call("getClock", "GET", "/_mock/clock").value(Clock::new);
    }

    /**
     * Changes the clock.
     *
     * @param change what changes
     * @return how it stands now
     */
    public @NotNull Clock change(@NotNull ClockChange change) {
        return plane.call("setClock", "PUT", "/_mock/clock").body(change.wish()).value(Clock::new);
    }

    /**
     * Stops the clock.
     *
     * @return how it stands now
     */
    public @NotNull Clock freeze() {
        return change(new ClockChange().freeze(true));
    }

    /**
     * Stops the clock at a moment.
     *
     * @param moment the moment
     * @return how it stands now
     */
    public @NotNull Clock freezeAt(@NotNull Instant moment) {
        return change(new ClockChange().set(moment).freeze(true));
    }

    /**
     * Lets a stopped clock go on.
     *
     * @return how it stands now
     */
    public @NotNull Clock resume() {
        return change(new ClockChange().freeze(false));
    }

    /**
     * Sets the time. Backward, no time passes.
     *
     * @param moment the moment
     * @return how it stands now
     */
    public @NotNull Clock set(@NotNull Instant moment) {
        return change(new ClockChange().set(moment));
    }

    /**
     * Lets time pass at once.
     *
     * @param time how much
     * @return how it stands now
     */
    public @NotNull Clock advance(@NotNull Duration time) {
        return change(new ClockChange().advance(time));
    }

    /**
     * Lets time run faster or slower.
     *
     * @param rate seconds of the world for each real one
     * @return how it stands now
     */
    public @NotNull Clock rate(double rate) {
        return change(new ClockChange().rate(rate));
    }

    /**
     * Goes back to the machine's time.
     *
     * @return how it stands now
     */
    public @NotNull Clock reset() {
        return change(new ClockChange().reset());
    }

    /**
     * Lists what happens when time passes.
     *
     * @param time how far, in whole seconds, at most 31 days
     * @return the events
     */
    public @NotNull Upcoming upcoming(@NotNull Duration time) {
        return plane.call("listUpcoming", "GET", "/_mock/clock/upcoming").query("seconds", time.getSeconds())
            .value(Upcoming::new);
    }

    /**
     * Lists what happens until a moment.
     *
     * @param moment by the world's clock
     * @return the events
     */
    public @NotNull Upcoming upcoming(@NotNull Instant moment) {
        return plane.call("listUpcoming", "GET", "/_mock/clock/upcoming").query("until", moment).value(Upcoming::new);
    }
}
