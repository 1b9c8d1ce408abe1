package mockapi.testing;

import java.util.Base64;
import org.jetbrains.annotations.NotNull;

/** The open WebSockets of a world. */
public final class Sockets extends SocketsCalls {
    Sockets(ControlPlane plane) { super(plane); }

    /**
     * Sends a client a text, past the protocol that the socket speaks.
     * @param id its number
     * @param message the text
     */
    public void send(long id, @NotNull String message) {
        send(id, "text", message);
    }

    /**
     * Sends a client a binary message.
     * @param id its number
     * @param message the bytes
     */
    public void send(long id, byte @NotNull [] message) {
        send(id, "base64", Base64.getEncoder().encodeToString(message));
    }

    private void send(long id, String form, String message) {
        call("sendToSocket", "POST", "/_mock/sockets/{id}/messages", id).body(Json.object(form, message)).done();
    }
}
