// Written by script/generate from openapi/mock.yaml; do not edit.
package mockapi.testing;

import java.util.List;
import mockapi.testing.values.Snapshot;
import org.jetbrains.annotations.NotNull;

/** The calls of {@code world.snapshots}. */
public final class Snapshots extends Part {
    Snapshots(ControlPlane plane) { super(plane); }
    /** List the snapshots. */
    public @NotNull List<Snapshot> list() {
        return call("listSnapshots", "GET", "/_mock/snapshots").list("snapshots", Snapshot::new);
    }
    /** Look at a snapshot. */
    public @NotNull Snapshot get(@NotNull String name) {
        return call("getSnapshot", "GET", "/_mock/snapshots/{name}", name).value(Snapshot::new);
    }
    /** Take a snapshot of the whole world. */
    public @NotNull Snapshot take(@NotNull String name) {
        return call("takeSnapshot", "PUT", "/_mock/snapshots/{name}", name).value(Snapshot::new);
    }
    /** Delete a snapshot. */
    public void delete(@NotNull String name) {
        call("deleteSnapshot", "DELETE", "/_mock/snapshots/{name}", name).done();
    }
    /** Restore a snapshot. */
    public @NotNull Snapshot restore(@NotNull String name) {
        return call("restoreSnapshot", "POST", "/_mock/snapshots/{name}/restore", name).value(Snapshot::new);
    }
}
