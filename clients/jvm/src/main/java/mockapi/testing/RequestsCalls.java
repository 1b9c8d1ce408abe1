// Written by script/generate from openapi/mock.yaml; do not edit.
package mockapi.testing;

import java.util.Map;
import mockapi.testing.values.Entry;
import mockapi.testing.values.Explanation;
import mockapi.testing.values.Replay;
import org.jetbrains.annotations.NotNull;
import org.jetbrains.annotations.Nullable;

/** The calls of {@code world.requests}. */
abstract class RequestsCalls extends Part {
    RequestsCalls(ControlPlane plane) { super(plane); }
    /** Clear the journal. */
    public void clear() { call("clearRequests", "DELETE", "/_mock/requests").done(); }
    /** Look at an entry. */
    public @NotNull Entry get(long id) {
        return call("getRequest", "GET", "/_mock/requests/{id}", id).value(Entry::new);
    }
    /** Explain why a request matched an operation and faults, or none. */
    public @NotNull Explanation explain(long id) {
        return call("explainRequest", "GET", "/_mock/requests/{id}/explanation", id).value(Explanation::new);
    }
    /** Carry out a request once more. */
    public @NotNull Replay replay(long id) { return replay(id, null, null); }
    /**
     * Carry out a request once more.
     * @param body Another body: a text, sent as it is, or any other JSON; null for none
     */
    public @NotNull Replay replay(long id, @Nullable Map<String, String> headers, @Nullable Object body) {
        return call("replayRequest", "POST", "/_mock/requests/{id}/replay", id)
            .body(Json.object("headers", headers, "body", body))
            .value(Replay::new);
    }
}
