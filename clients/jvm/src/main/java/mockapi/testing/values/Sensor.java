package mockapi.testing.values;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jetbrains.annotations.NotNull;
import org.jetbrains.annotations.Nullable;

/** A sensor, and what it shows. */
public final class Sensor extends Value {
    /**
     * Takes the values from JSON.
     *
     * @param json the members, as {@link mockapi.testing.Json} parses them
     */
    public Sensor(@NotNull Map<String, Object> json) {
        super(json);
    }

    /** {@return the id, which is the member of a reading} */
    public @NotNull String getSensorId() {
        return text("sensorId");
    }

    /** {@return the greenhouse} */
    public @NotNull String getGreenhouseId() {
        return text("greenhouseId");
    }

    /** {@return the short name within the greenhouse} */
    public @NotNull String getName() {
        return text("name");
    }

    /** {@return {@code TEMPERATURE}, {@code HUMIDITY}, {@code SECTOR}, {@code EXTRACTOR} or {@code SENSOR}} */
    public @NotNull String getType() {
        return text("type");
    }

    /** {@return the unit} */
    public @NotNull String getUnit() {
        return text("unit");
    }

    /** {@return what a reading would have now; null while it is offline} */
    public @Nullable Double getValue() {
        return decimalOrNull("value");
    }

    /** {@return the value that was set; null when there is none} */
    public @Nullable SetValue getSet() {
        return valueOrNull("set", SetValue::new);
    }

    /** {@return the ids of the scenarios that it is in now} */
    public @NotNull List<String> getScenarios() {
        return texts("scenarios");
    }

    /** A value that was set by hand. */
    public static final class SetValue extends Value {
        /**
         * Takes the values from JSON.
         *
         * @param json the members, as {@link mockapi.testing.Json} parses them
         */
        public SetValue(@NotNull Map<String, Object> json) {
            super(json);
        }

        /** {@return the value} */
        public double getValue() {
            return decimal("value");
        }

        /** {@return since when it counts} */
        public @NotNull Instant getSince() {
            return time("since");
        }

        /** {@return until when; null for always} */
        public @Nullable Instant getUntil() {
            return timeOrNull("until");
        }
    }
}
