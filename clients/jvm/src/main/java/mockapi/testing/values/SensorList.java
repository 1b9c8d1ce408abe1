package mockapi.testing.values;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jetbrains.annotations.NotNull;

/** All sensors of Invernaderos. */
public final class SensorList extends Value {
    /**
     * Takes the values from JSON.
     *
     * @param json the members, as {@link mockapi.testing.Json} parses them
     */
    public SensorList(@NotNull Map<String, Object> json) {
        super(json);
    }

    /** {@return the time in the world} */
    public @NotNull Instant getNow() {
        return time("now");
    }

    /** {@return the greenhouses} */
    public @NotNull List<Greenhouse> getGreenhouses() {
        return values("greenhouses", Greenhouse::new);
    }

    /** A greenhouse. */
    public static final class Greenhouse extends Value {
        /**
         * Takes the values from JSON.
         *
         * @param json the members, as {@link mockapi.testing.Json} parses them
         */
        public Greenhouse(@NotNull Map<String, Object> json) {
            super(json);
        }

        /** {@return the id} */
        public @NotNull String getGreenhouseId() {
            return text("greenhouseId");
        }

        /** {@return its sensors} */
        public @NotNull List<Sensor> getSensors() {
            return values("sensors", Sensor::new);
        }
    }
}
