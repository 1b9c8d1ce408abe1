package mockapi.testing;

import java.util.List;
import mockapi.testing.values.Snapshot;
import org.jetbrains.annotations.NotNull;

/** Whole worlds, kept under a name and put back. */
public final class Snapshots {
    private final ControlPlane plane;

    Snapshots(ControlPlane plane) {
        this.plane = plane;
    }

    /** {@return the snapshots} */
    public @NotNull List<Snapshot> list() {
        return plane.call("listSnapshots", "GET", "/_mock/snapshots").list("snapshots", Snapshot::new);
    }

    /**
     * Looks at a snapshot.
     *
     * @param name its name
     * @return the snapshot
     */
    public @NotNull Snapshot get(@NotNull String name) {
        return plane.call("getSnapshot", "GET", "/_mock/snapshots/{name}", name).value(Snapshot::new);
    }

    /**
     * Takes a snapshot of the whole world.
     *
     * @param name its name; one that there is already is replaced
     * @return the snapshot
     */
    public @NotNull Snapshot take(@NotNull String name) {
        return plane.call("takeSnapshot", "PUT", "/_mock/snapshots/{name}", name).value(Snapshot::new);
    }

    /**
     * Puts the world back to a snapshot.
     *
     * @param name its name
     * @return the snapshot
     */
    public @NotNull Snapshot restore(@NotNull String name) {
        return plane.call("restoreSnapshot", "POST", "/_mock/snapshots/{name}/restore", name).value(Snapshot::new);
    }

    /**
     * Deletes a snapshot.
     *
     * @param name its name
     */
    public void delete(@NotNull String name) {
        plane.call("deleteSnapshot", "DELETE", "/_mock/snapshots/{name}", name).done();
    }
}
