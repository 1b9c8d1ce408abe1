package mockapi.testing;

import java.time.Duration;
import java.util.Map;
import mockapi.testing.values.Sensor;
import mockapi.testing.values.SensorList;
import org.jetbrains.annotations.NotNull;
import org.jetbrains.annotations.Nullable;

/** The sensors of Invernaderos under a test's control. */
public final class Sensors {
    private final ControlPlane plane;

    Sensors(ControlPlane plane) {
        this.plane = plane;
    }

    /** {@return every sensor, and what a reading would have now} */
    public @NotNull SensorList list() {
        return plane.call("listSensors", "GET", "/_mock/sensors").value(SensorList::new);
    }

    /**
     * Sets what a sensor shows until it is unset.
     *
     * @param greenhouse such as {@code 001}
     * @param sensor the sensor's id, or its short name in the greenhouse, such as {@code temperature}
     * @param value from -50 to 100 for a temperature, 0 or 1 for an extractor, else from 0 to 100
     * @return the sensor
     */
    public @NotNull Sensor set(@NotNull String greenhouse, @NotNull String sensor, double value) {
        return set(greenhouse, sensor, value, null);
    }

    /**
     * Sets what a sensor shows for some time.
     *
     * @param greenhouse such as {@code 001}
     * @param sensor the sensor's id, or its short name
     * @param value what it shows
     * @param duration how long it counts, by the world's clock; null for always
     * @return the sensor
     */
    public @NotNull Sensor set(
        @NotNull String greenhouse, @NotNull String sensor, double value, @Nullable Duration duration) {
        Double seconds = duration == null ? null : Double.valueOf(duration.toMillis() / 1000.0);
        return plane.call("setSensorValue", "PUT", "/_mock/sensors/{greenhouse}/{sensor}", greenhouse, sensor)
            .body(Json.object("value", value, "durationSeconds", seconds))
            .value(Sensor::new);
    }

    /**
     * Gives a sensor back to the simulation.
     *
     * @param greenhouse such as {@code 001}
     * @param sensor the sensor's id, or its short name
     */
    public void unset(@NotNull String greenhouse, @NotNull String sensor) {
        plane.call("unsetSensorValue", "DELETE", "/_mock/sensors/{greenhouse}/{sensor}", greenhouse, sensor).done();
    }

    /** {@return a reading that was made just now, beside those that come by themselves} */
    public @NotNull Map<String, Object> pushReading() {
        return pushReading(Map.of());
    }

    /**
     * Makes a reading now and sends it to those who listen.
     *
     * @param values sensors by id, such as {@code TEMPERATURA INVERNADERO 01}, that show these values in it
     * @return the whole reading
     */
    public @NotNull Map<String, Object> pushReading(@NotNull Map<String, ? extends Number> values) {
        return plane.call("pushReading", "POST", "/_mock/sensors/readings").body(values).json();
    }
}
