package mockapi.testing;

import java.util.List;
import java.util.Map;
import mockapi.testing.values.WorldInfo;
import org.jetbrains.annotations.NotNull;

/** The worlds of a server. */
public final class Worlds {
    private final MockServer server;
    private final ControlPlane plane;

    Worlds(MockServer server) {
        this.server = server;
        this.plane = new ControlPlane(server, World.DEFAULT_ID);
    }

    /** {@return all worlds, the default one first, then by id} */
    public @NotNull List<WorldInfo> list() {
        return plane.call("listWorlds", "GET", "/_mock/worlds").list("worlds", WorldInfo::new);
    }

    /**
     * Makes a world, with the faults that it is to begin with.
     *
     * @param options how it is to be
     * @return the world; close it when the test is over
     * @throws WorldLimitException if there are too many
     */
    public @NotNull World make(@NotNull WorldOptions options) {
        return make(options, options.name());
    }

    World make(WorldOptions options, String name) {
        Map<String, Object> wish = options.wish(name);
        WorldInfo made = plane.call("createWorld", "POST", "/_mock/worlds").body(wish).value(WorldInfo::new);
        World world = new World(server, made.getId(), (String) wish.get("name"), true, options.leakedSockets());
        try {
            options.addFaults(world);
        } catch (RuntimeException | Error refused) {
            delete(made.getId());
            throw refused;
        }
        return world;
    }

    /**
     * Makes a world for what the name says, such as a test.
     *
     * @param name a text for people; the id begins with it
     * @return the world; close it when the test is over
     * @throws WorldLimitException if there are too many
     */
    public @NotNull World make(@NotNull String name) {
        return make(WorldOptions.named(name));
    }

    /**
     * Looks at a world.
     *
     * @param id its id
     * @return what the server says of it
     */
    public @NotNull WorldInfo get(@NotNull String id) {
        return plane.call("getWorld", "GET", "/_mock/worlds/{id}", id).value(WorldInfo::new);
    }

    /**
     * Uses a world that somebody else made.
     *
     * @param id its id
     * @return the world; closing it removes nothing
     */
    public @NotNull World use(@NotNull String id) {
        return new World(server, id, null, false, LeakedSockets.IGNORE);
    }

    /**
     * Removes a world.
     *
     * @param id its id
     */
    public void delete(@NotNull String id) {
        plane.call("deleteWorld", "DELETE", "/_mock/worlds/{id}", id).done();
    }
}
