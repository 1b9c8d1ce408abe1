// Written by script/generate from openapi/mock.yaml; do not edit.
package mockapi.testing;

import java.util.List;
import mockapi.testing.values.Simulation;
import org.jetbrains.annotations.NotNull;
import org.jetbrains.annotations.Nullable;

/** The calls of {@code world.simulations}. */
public final class Simulations extends Part {
    Simulations(ControlPlane plane) { super(plane); }
    /** List what moves by itself. */
    public @NotNull List<Simulation> list() {
        return call("listSimulations", "GET", "/_mock/simulations").list("simulations", Simulation::new);
    }
    /** Let a simulation pause, or all. */
    public @NotNull List<Simulation> pause() { return pause(null); }
    /** Let a simulation pause, or all. */
    public @NotNull List<Simulation> pause(@Nullable String name) {
        return call("pauseSimulations", "POST", "/_mock/simulations/pause")
            .body(Json.object("name", name))
            .list("simulations", Simulation::new);
    }
    /** Resume a simulation, or all. */
    public @NotNull List<Simulation> resume() { return resume(null); }
    /** Resume a simulation, or all. */
    public @NotNull List<Simulation> resume(@Nullable String name) {
        return call("resumeSimulations", "POST", "/_mock/simulations/resume")
            .body(Json.object("name", name))
            .list("simulations", Simulation::new);
    }
    /** Run one step of a simulation now, or of each. */
    public @NotNull List<Simulation> step() { return step(null); }
    /** Run one step of a simulation now, or of each. */
    public @NotNull List<Simulation> step(@Nullable String name) {
        return call("stepSimulation", "POST", "/_mock/simulations/step")
            .body(Json.object("name", name))
            .list("simulations", Simulation::new);
    }
}
