package mockapi.testing;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import mockapi.testing.values.Scenario;
import org.jetbrains.annotations.NotNull;
import org.jetbrains.annotations.Nullable;

/** What happens to sensors for some time: heat waves, and sensors that are stuck, silent or spiking. */
public final class Scenarios {
    private final ControlPlane plane;

    Scenarios(ControlPlane plane) {
        this.plane = plane;
    }

    /** {@return the scenarios in the order in which they begin, those that are over too} */
    public @NotNull List<Scenario> list() {
        return plane.call("listScenarios", "GET", "/_mock/scenarios").list("scenarios", Scenario::new);
    }

    /**
     * Adds a scenario for all sensors that the type is about.
     *
     * @param type {@code heatWave}, {@code stuck}, {@code offline} or {@code spikes}
     * @param duration how long it lasts, by the world's clock
     * @return the scenario
     */
    public @NotNull Scenario add(@NotNull String type, @NotNull Duration duration) {
        return add(type, duration, null, null, null, null);
    }

    /**
     * Adds a scenario with all that can be chosen.
     *
     * @param type {@code heatWave}, {@code stuck}, {@code offline} or {@code spikes}
     * @param duration how long it lasts, by the world's clock
     * @param greenhouse such as {@code 001}; null for all
     * @param sensor a sensor's id, or with a greenhouse its short name; null for all that the type is about
     * @param intensity how strong a heat wave is, or spikes are; null for the usual
     * @param startsIn when it begins, by the world's clock; null for now
     * @return the scenario
     */
    public @NotNull Scenario add(
        @NotNull String type, @NotNull Duration duration, @Nullable String greenhouse, @Nullable String sensor,
        @Nullable Double intensity, @Nullable Duration startsIn) {
        Map<String, Object> wish = Json.object("type", type, "durationSeconds", seconds(duration),
            "greenhouse", greenhouse, "sensor", sensor, "intensity", intensity,
            "startsInSeconds", startsIn == null ? null : seconds(startsIn));
        return plane.call("addScenario", "POST", "/_mock/scenarios").body(wish).value(Scenario::new);
    }

    private static Double seconds(Duration time) {
        return time.toMillis() / 1000.0;
    }

    /**
     * Looks at a scenario.
     *
     * @param id its id
     * @return the scenario
     */
    public @NotNull Scenario get(@NotNull String id) {
        return plane.call("getScenario", "GET", "/_mock/scenarios/{id}", id).value(Scenario::new);
    }

    /**
     * Ends a scenario.
     *
     * @param id its id
     */
    public void remove(@NotNull String id) {
        plane.call("removeScenario", "DELETE", "/_mock/scenarios/{id}", id).done();
    }

    /** Ends all scenarios. */
    public void removeAll() {
        plane.call("removeScenarios", "DELETE", "/_mock/scenarios").done();
    }
}
