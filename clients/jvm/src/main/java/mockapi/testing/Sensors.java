package mockapi.testing;

import java.util.Map;
import org.jetbrains.annotations.NotNull;

/** The sensors of Invernaderos under a test's control. */
public final class Sensors extends SensorsCalls {
    Sensors(ControlPlane plane) { super(plane); }

    /** {@return a reading that was made just now, beside those that come by themselves} */
    public @NotNull Map<String, Object> pushReading() { return pushReading(Map.of()); }

    /**
     * Makes a reading now and sends it to those who listen.
     * @param values sensors by id, such as {@code TEMPERATURA INVERNADERO 01}, that show these values in it
     */
    public @NotNull Map<String, Object> pushReading(@NotNull Map<String, ? extends Number> values) {
        return call("pushReading", "POST", "/_mock/sensors/readings").body(values).json();
    }
}
