// Written by script/generate from openapi/mock.yaml; do not edit.
package mockapi.testing.values;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jetbrains.annotations.NotNull;
import org.jetbrains.annotations.Nullable;

/** A sensor that a test can control. {@code value} is its value in a reading now, null while it is offline. */
public final class Sensor extends Value {
    public Sensor(@NotNull Map<String, Object> json) { super(json); }
    /** {@return the property of the sensor in RealDataDto} */
    public @NotNull String getSensorId() { return text("sensorId"); }
    public @NotNull String getGreenhouseId() { return text("greenhouseId"); }
    /** {@return the short name within the greenhouse} */
    public @NotNull String getName() { return text("name"); }
    public @NotNull String getType() { return text("type"); }
    public @NotNull String getUnit() { return text("unit"); }
    /** {@return its value in a reading now; null while it is offline} */
    public @Nullable Double getValue() { return decimalOrNull("value"); }
    /** {@return the value that was set, null when there is none} */
    public @Nullable Set getSet() { return valueOrNull("set", Set::new); }
    /** {@return the ids of the scenarios that it is in now} */
    public @NotNull List<String> getScenarios() { return texts("scenarios"); }
    /** The value that was set, null when there is none. */
    public static final class Set extends Value {
        public Set(@NotNull Map<String, Object> json) { super(json); }
        public double getValue() { return decimal("value"); }
        public @NotNull Instant getSince() { return time("since"); }
        public @Nullable Instant getUntil() { return timeOrNull("until"); }
    }
}
