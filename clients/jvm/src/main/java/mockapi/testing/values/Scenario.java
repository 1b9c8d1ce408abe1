package mockapi.testing.values;

import java.time.Instant;
import java.util.Map;
import org.jetbrains.annotations.NotNull;
import org.jetbrains.annotations.Nullable;

/** Something that happens to sensors for some time. */
public final class Scenario extends Value {
    /**
     * Takes the values from JSON.
     *
     * @param json the members, as {@link mockapi.testing.Json} parses them
     */
    public Scenario(@NotNull Map<String, Object> json) {
        super(json);
    }

    /** {@return the id} */
    public @NotNull String getId() {
        return text("id");
    }

    /** {@return {@code heatWave}, {@code stuck}, {@code offline} or {@code spikes}} */
    public @NotNull String getType() {
        return text("type");
    }

    /** {@return {@code scheduled}, {@code running} or {@code over}} */
    public @NotNull String getState() {
        return text("state");
    }

    /** {@return the greenhouse; null for all} */
    public @Nullable String getGreenhouse() {
        return textOrNull("greenhouse");
    }

    /** {@return the one sensor; null for those that the type is about} */
    public @Nullable String getSensor() {
        return textOrNull("sensor");
    }

    /** {@return how strong it is} */
    public @Nullable Double getIntensity() {
        return decimalOrNull("intensity");
    }

    /** {@return when it starts} */
    public @NotNull Instant getStartsAt() {
        return time("startsAt");
    }

    /** {@return when it ends} */
    public @NotNull Instant getEndsAt() {
        return time("endsAt");
    }
}
