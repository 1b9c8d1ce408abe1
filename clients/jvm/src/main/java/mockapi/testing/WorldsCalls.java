// Written by script/generate from openapi/mock.yaml; do not edit.
package mockapi.testing;

import java.util.List;
import mockapi.testing.values.WorldInfo;
import org.jetbrains.annotations.NotNull;

/** The calls of the worlds of a server. */
abstract class WorldsCalls extends Part {
    WorldsCalls(ControlPlane plane) { super(plane); }
    /** List the worlds. */
    public @NotNull List<WorldInfo> list() {
        return call("listWorlds", "GET", "/_mock/worlds").list("worlds", WorldInfo::new);
    }
    /** Look at a world. */
    public @NotNull WorldInfo get(@NotNull String id) {
        return call("getWorld", "GET", "/_mock/worlds/{id}", id).value(WorldInfo::new);
    }
    /** Delete a world. */
    public void delete(@NotNull String id) {
        call("deleteWorld", "DELETE", "/_mock/worlds/{id}", id).done();
    }
}
