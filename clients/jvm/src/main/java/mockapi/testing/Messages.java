// Written by script/generate from openapi/mock.yaml; do not edit.
package mockapi.testing;

import java.util.Map;
import org.jetbrains.annotations.NotNull;
import org.jetbrains.annotations.Nullable;

/** The calls of {@code world.messages}. */
public final class Messages extends Part {
    Messages(ControlPlane plane) { super(plane); }
    /** Publish a message through the broker. */
    public void publish(@NotNull String destination, @NotNull Object body) { publish(destination, body, null, null); }
    /**
     * Publish a message through the broker.
     * @param body A text, sent as it is, or any other JSON
     * @param headers More headers of STOMP; null for none
     */
    public void publish(
        @NotNull String destination, @NotNull Object body, @Nullable String contentType, @Nullable Map<String, String>
        headers) {
        call("publishMessage", "POST", "/_mock/messages")
            .body(Json.object(
                "destination", destination,
                "body", body,
                "contentType", contentType,
                "headers", headers))
            .done();
    }
}
