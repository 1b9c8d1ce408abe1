// Written by script/generate from openapi/mock.yaml; do not edit.
package mockapi.testing;

import java.time.Duration;
import mockapi.testing.values.Sensor;
import mockapi.testing.values.SensorList;
import org.jetbrains.annotations.NotNull;
import org.jetbrains.annotations.Nullable;

/** The calls of {@code world.sensors}. */
abstract class SensorsCalls extends Part {
    SensorsCalls(ControlPlane plane) { super(plane); }
    /** Show every sensor, and what a reading would have now. */
    public @NotNull SensorList list() { return call("listSensors", "GET", "/_mock/sensors").value(SensorList::new); }
    /** Set what a sensor shows from now on. */
    public @NotNull Sensor set(@NotNull String greenhouse, @NotNull String sensor, double value) {
        return set(greenhouse, sensor, value, null);
    }
    /**
     * Set what a sensor shows from now on.
     * @param value From -50 to 100 for a temperature, 0 or 1 for an extractor, else from 0 to 100
     */
    public @NotNull Sensor set(
        @NotNull String greenhouse, @NotNull String sensor, double value, @Nullable Duration duration) {
        return call("setSensorValue", "PUT", "/_mock/sensors/{greenhouse}/{sensor}", greenhouse, sensor)
            .body(Json.object("value", value, "durationSeconds", Durations.seconds(duration)))
            .value(Sensor::new);
    }
    /** Remove the set value of a sensor. */
    public void unset(@NotNull String greenhouse, @NotNull String sensor) {
        call("unsetSensorValue", "DELETE", "/_mock/sensors/{greenhouse}/{sensor}", greenhouse, sensor).done();
    }
}
