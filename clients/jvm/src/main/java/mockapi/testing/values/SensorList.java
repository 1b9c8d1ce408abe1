// Written by script/generate from openapi/mock.yaml; do not edit.
package mockapi.testing.values;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jetbrains.annotations.NotNull;

/** All sensors, and the time that they are of. */
public final class SensorList extends Value {
    public SensorList(@NotNull Map<String, Object> json) { super(json); }
    public @NotNull Instant getNow() { return time("now"); }
    public @NotNull List<Greenhouse> getGreenhouses() { return values("greenhouses", Greenhouse::new); }
    /** {@code greenhouses} of {@code SensorList}. */
    public static final class Greenhouse extends Value {
        public Greenhouse(@NotNull Map<String, Object> json) { super(json); }
        public @NotNull String getGreenhouseId() { return text("greenhouseId"); }
        public @NotNull List<Sensor> getSensors() { return values("sensors", Sensor::new); }
    }
}
