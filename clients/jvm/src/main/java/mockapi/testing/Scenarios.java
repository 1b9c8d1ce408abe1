// Written by script/generate from openapi/mock.yaml; do not edit.
package mockapi.testing;

import java.time.Duration;
import java.util.List;
import mockapi.testing.values.Scenario;
import org.jetbrains.annotations.NotNull;
import org.jetbrains.annotations.Nullable;

/** The calls of {@code world.scenarios}. */
public final class Scenarios extends Part {
    Scenarios(ControlPlane plane) { super(plane); }
    /** List the scenarios by their start, with those that are over. */
    public @NotNull List<Scenario> list() {
        return call("listScenarios", "GET", "/_mock/scenarios").list("scenarios", Scenario::new);
    }
    /** Add a scenario for sensors. */
    public @NotNull Scenario add(@NotNull String type, @NotNull Duration duration) {
        return add(type, duration, null, null, null, null);
    }
    /**
     * Add a scenario for sensors.
     * @param greenhouse Such as {@code 001}, or {@code 1}; all when it is missing; null for none
     * @param sensor A sensor's id, or with {@code greenhouse} its short name; null for none
     * @param intensity For heat waves and spikes only; null for none
     */
    public @NotNull Scenario add(
        @NotNull String type, @NotNull Duration duration, @Nullable String greenhouse, @Nullable String sensor,
        @Nullable Double intensity, @Nullable Duration startsIn) {
        return call("addScenario", "POST", "/_mock/scenarios")
            .body(Json.object(
                "type", type,
                "greenhouse", greenhouse,
                "sensor", sensor,
                "durationSeconds", Durations.seconds(duration),
                "intensity", intensity,
                "startsInSeconds", Durations.seconds(startsIn)))
            .value(Scenario::new);
    }
    /** End all scenarios. */
    public void clear() { call("removeScenarios", "DELETE", "/_mock/scenarios").done(); }
    /** Show a scenario. */
    public @NotNull Scenario get(@NotNull String id) {
        return call("getScenario", "GET", "/_mock/scenarios/{id}", id).value(Scenario::new);
    }
    /** End a scenario. */
    public void remove(@NotNull String id) {
        call("removeScenario", "DELETE", "/_mock/scenarios/{id}", id).done();
    }
}
