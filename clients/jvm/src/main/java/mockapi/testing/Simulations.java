package mockapi.testing;

import java.util.List;
import mockapi.testing.values.Simulation;
import org.jetbrains.annotations.NotNull;

/** What moves by itself in a world: sensor readings and wallet balances. */
public final class Simulations {
    private final ControlPlane plane;

    Simulations(ControlPlane plane) {
        this.plane = plane;
    }

    /** {@return the simulations} */
    public @NotNull List<Simulation> list() {
        return plane.call("listSimulations", "GET", "/_mock/simulations").list("simulations", Simulation::new);
    }

    /** {@return all simulations, which pause from now on} */
    public @NotNull List<Simulation> pauseAll() {
        return change("pauseSimulations", "/_mock/simulations/pause", null);
    }

    /**
     * Lets a simulation pause.
     *
     * @param name its name, such as {@code sensor readings}
     * @return all simulations as they are now
     */
    public @NotNull List<Simulation> pause(@NotNull String name) {
        return change("pauseSimulations", "/_mock/simulations/pause", name);
    }

    /** {@return all simulations, which go on from now on} */
    public @NotNull List<Simulation> resumeAll() {
        return change("resumeSimulations", "/_mock/simulations/resume", null);
    }

    /**
     * Lets a simulation go on. What it would have done in the meantime is left out.
     *
     * @param name its name
     * @return all simulations as they are now
     */
    public @NotNull List<Simulation> resume(@NotNull String name) {
        return change("resumeSimulations", "/_mock/simulations/resume", name);
    }

    /** {@return all simulations, each of which took a step just now} */
    public @NotNull List<Simulation> stepAll() {
        return change("stepSimulation", "/_mock/simulations/step", null);
    }

    /**
     * Lets a simulation take one step now, paused or not.
     *
     * @param name its name
     * @return all simulations as they are now
     */
    public @NotNull List<Simulation> step(@NotNull String name) {
        return change("stepSimulation", "/_mock/simulations/step", name);
    }

    private List<Simulation> change(String operation, String path, String name) {
        return plane.call(operation, "POST", path).body(Json.object("name", name))
            .list("simulations", Simulation::new);
    }
}
