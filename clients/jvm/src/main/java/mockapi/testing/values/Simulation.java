package mockapi.testing.values;

import java.util.Map;
import org.jetbrains.annotations.NotNull;

/** Something that moves by itself. */
public final class Simulation extends Value {
    /**
     * Takes the values from JSON.
     *
     * @param json the members, as {@link mockapi.testing.Json} parses them
     */
    public Simulation(@NotNull Map<String, Object> json) {
        super(json);
    }

    /** {@return the name} */
    public @NotNull String getName() {
        return text("name");
    }

    /** {@return whether it pauses} */
    public boolean isPaused() {
        return flag("paused");
    }

    /** {@return milliseconds of the world's time between its steps} */
    public long getIntervalMilliseconds() {
        return number("intervalMilliseconds");
    }
}
