package mockapi.testing;

import java.util.Map;
import org.jetbrains.annotations.NotNull;
import org.jetbrains.annotations.Nullable;

/** Messages to those who listen to the broker. */
public final class Messages {
    private final ControlPlane plane;

    Messages(ControlPlane plane) {
        this.plane = plane;
    }

    /**
     * Sends a message to all subscribers of a destination.
     *
     * @param destination such as {@code /topic/greenhouse/messages}
     * @param body a text, sent as it is, or anything that {@link Json#write} writes
     */
    public void publish(@NotNull String destination, @NotNull Object body) {
        publish(destination, body, null, null);
    }

    /**
     * Sends a message with headers of one's choice.
     *
     * @param destination such as {@code /topic/greenhouse/messages}
     * @param body a text, sent as it is, or anything that {@link Json#write} writes
     * @param contentType the media type; null for what the body's kind has
     * @param headers more headers of STOMP; null for none
     */
    public void publish(
        @NotNull String destination, @NotNull Object body, @Nullable String contentType,
        @Nullable Map<String, String> headers) {
        Map<String, Object> message =
            Json.object("destination", destination, "body", body, "contentType", contentType, "headers", headers);
        plane.call("publishMessage", "POST", "/_mock/messages").body(message).done();
    }
}
