// Written by script/generate from openapi/mock.yaml; do not edit.
package mockapi.testing.values;

import java.util.Map;
import org.jetbrains.annotations.NotNull;

/** One of the simulations of {@code listSimulations}. */
public final class Simulation extends Value {
    /**
     * Takes the values from JSON.
     *
     * @param json the members, as {@link mockapi.testing.Json} parses them
     */
    public Simulation(@NotNull Map<String, Object> json) { super(json); }

    /** {@return {@code name}} */
    public @NotNull String getName() { return text("name"); }

    /** {@return {@code paused}} */
    public boolean isPaused() { return flag("paused"); }

    /** {@return of the world's time} */
    public long getIntervalMilliseconds() { return number("intervalMilliseconds"); }
}
