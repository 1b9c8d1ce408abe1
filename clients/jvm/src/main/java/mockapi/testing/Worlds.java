package mockapi.testing;

import java.util.Map;
import mockapi.testing.values.WorldInfo;
import org.jetbrains.annotations.NotNull;

/** The worlds of a server. */
public final class Worlds extends WorldsCalls {
    private final MockServer server;

    Worlds(MockServer server) {
        super(new ControlPlane(server, World.DEFAULT_ID));
        this.server = server;
    }

    /**
     * Makes a world, with the faults that it is to begin with.
     * @param options how it is to be
     * @return the world; close it when the test is over
     * @throws WorldLimitException if there are too many
     */
    public @NotNull World make(@NotNull WorldOptions options) { return make(options, options.name()); }

    World make(WorldOptions options, String name) {
        Map<String, Object> members = options.members(name);
        WorldInfo made = call("createWorld", "POST", "/_mock/worlds").body(members).value(WorldInfo::new);
        World world = new World(server, made.getId(), (String) members.get("name"), true, options.leakedSockets());
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
     * @param name a text for people; the id begins with it
     * @return the world; close it when the test is over
     * @throws WorldLimitException if there are too many
     */
    public @NotNull World make(@NotNull String name) { return make(WorldOptions.named(name)); }

    /**
     * Uses a world that somebody else made.
     * @param id its id
     * @return the world; closing it removes nothing
     */
    public @NotNull World use(@NotNull String id) { return new World(server, id, null, false, LeakedSockets.IGNORE); }
}
