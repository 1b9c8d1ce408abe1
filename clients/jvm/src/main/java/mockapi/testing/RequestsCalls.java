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
    RequestsCalls(ControlPlane plane) {
        super(plane);
    }

    /** Clear the journal. */
    public void clear() {
        call("clearRequests", "DELETE", "/_mock/requests").done();
    }

    /**
     * Look at an entry.
     *
     * @param id {@code id} of the call
     * @return what the server answers
     */
    public @NotNull Entry get(long id) {
        return call("getRequest", "GET", "/_mock/requests/{id}", id).value(Entry::new);
    }

    /**
     * Explain why a request matched an operation and faults, or none.
     *
     * @param id {@code id} of the call
     * @return what the server answers
     */
    public @NotNull Explanation explain(long id) {
        return call("explainRequest", "GET", "/_mock/requests/{id}/explanation", id).value(Explanation::new);
    }

    /**
     * Carry out a request once more.
     *
     * @param id {@code id} of the call
     * @return what the server answers
     */
    public @NotNull Replay replay(long id) {
        return replay(id, null, null);
    }

    /**
     * Carry out a request once more.
     *
     * @param id {@code id} of the call
     * @param headers {@code headers} of the call; null for none
     * @param body Another body: a text, sent as it is, or any other JSON; null for none
     * @return what the server answers
     */
    public @NotNull Replay replay(long id, @Nullable Map<String, String> headers, @Nullable Object body) {
        return call("replayRequest", "POST", "/_mock/requests/{id}/replay", id)
            .body(Json.object("headers", headers, "body", body))
            .value(Replay::new);
    }
}
