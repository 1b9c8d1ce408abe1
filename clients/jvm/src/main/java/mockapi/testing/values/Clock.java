package mockapi.testing.values;

import java.time.Instant;
import java.util.Map;
import org.jetbrains.annotations.NotNull;

/** How a world's clock stands. */
public final class Clock extends Value {
    /**
     * Takes the values from JSON.
     *
     * @param json the members, as {@link mockapi.testing.Json} parses them
     */
    public Clock(@NotNull Map<String, Object> json) {
        super(json);
    }

    /** {@return the time in the world} */
    public @NotNull Instant getNow() {
        return time("now");
    }

    /** {@return whether it stands still} */
    public boolean isFrozen() {
        return flag("frozen");
    }

    /** {@return seconds of the world for each real one} */
    public double getRate() {
        return decimal("rate");
    }
}
