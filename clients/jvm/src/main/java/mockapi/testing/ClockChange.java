package mockapi.testing;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.jetbrains.annotations.NotNull;

/** A change of a world's clock; what is left out stays. */
public final class ClockChange {
    private Boolean freeze;
    private Instant set;
    private Duration advance;
    private Double rate;
    private Boolean reset;

    /** Makes a change that changes nothing yet. */
    public ClockChange() {
    }

    /**
     * Stops the clock, or lets it go on.
     *
     * @param stop true stops it
     * @return this change
     */
    public @NotNull ClockChange freeze(boolean stop) {
        freeze = stop;
        return this;
    }

    /**
     * Sets the time. Backward, no time passes.
     *
     * @param moment from 1678 to 2261
     * @return this change
     */
    public @NotNull ClockChange set(@NotNull Instant moment) {
        set = moment;
        return this;
    }

    /**
     * Lets time pass at once.
     *
     * @param time how much
     * @return this change
     */
    public @NotNull ClockChange advance(@NotNull Duration time) {
        advance = time;
        return this;
    }

    /**
     * Lets time run faster or slower.
     *
     * @param rate seconds of the world for each real one, from 0.001 to 100000
     * @return this change
     */
    public @NotNull ClockChange rate(double rate) {
        this.rate = rate;
        return this;
    }

    /**
     * Goes back to the machine's time.
     *
     * @return this change
     */
    public @NotNull ClockChange reset() {
        reset = true;
        return this;
    }

    Map<String, Object> wish() {
        return Json.object("freeze", freeze, "set", set, "advance", advance == null ? null : iso(advance), "rate", rate,
            "reset", reset);
    }

    /** With days, since the server takes six digits of hours, and Java knows nothing larger. */
    private static String iso(Duration time) {
        if (time.isNegative()) {
            throw new IllegalArgumentException("time passes forward only; set the clock to go back");
        }
        return "P" + time.toDays() + "D" + time.minusDays(time.toDays()).toString().substring(1);
    }
}
