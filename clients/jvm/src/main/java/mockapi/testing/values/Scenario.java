// Written by script/generate from openapi/mock.yaml; do not edit.
package mockapi.testing.values;

import java.time.Instant;
import java.util.Map;
import org.jetbrains.annotations.NotNull;
import org.jetbrains.annotations.Nullable;

/** A heat wave, or sensors that are stuck, silent or spiking. No {@code greenhouse} means all. */
public final class Scenario extends Value {
    public Scenario(@NotNull Map<String, Object> json) { super(json); }
    public @NotNull String getId() { return text("id"); }
    public @NotNull String getType() { return text("type"); }
    public @NotNull String getState() { return text("state"); }
    /** {@return null for all} */
    public @Nullable String getGreenhouse() { return textOrNull("greenhouse"); }
    /** {@return the sensor; null for all sensors that the type applies to} */
    public @Nullable String getSensor() { return textOrNull("sensor"); }
    public @Nullable Double getIntensity() { return decimalOrNull("intensity"); }
    public @NotNull Instant getStartsAt() { return time("startsAt"); }
    public @NotNull Instant getEndsAt() { return time("endsAt"); }
}
