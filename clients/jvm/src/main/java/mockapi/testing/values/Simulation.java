// Written by script/generate from openapi/mock.yaml; do not edit.
package mockapi.testing.values;

import java.util.Map;
import org.jetbrains.annotations.NotNull;

/** One of the simulations of {@code listSimulations}. */
public final class Simulation extends Value {
    public Simulation(@NotNull Map<String, Object> json) { super(json); }
    public @NotNull String getName() { return text("name"); }
    public boolean isPaused() { return flag("paused"); }
    /** {@return of the world's time} */
    public long getIntervalMilliseconds() { return number("intervalMilliseconds"); }
}
