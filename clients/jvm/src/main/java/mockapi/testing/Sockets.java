package mockapi.testing;

import java.util.Base64;
import java.util.List;
import mockapi.testing.values.Socket;
import org.jetbrains.annotations.NotNull;
import org.jetbrains.annotations.Nullable;

/** The open WebSockets of a world. */
public final class Sockets {
    private final ControlPlane plane;

    Sockets(ControlPlane plane) {
        this.plane = plane;
    }

    /** {@return the open sockets} */
    public @NotNull List<Socket> list() {
        return plane.call("listSockets", "GET", "/_mock/sockets").list("sockets", Socket::new);
    }

    /**
     * Looks at a socket.
     *
     * @param id its number
     * @return the socket
     */
    public @NotNull Socket get(long id) {
        return plane.call("getSocket", "GET", "/_mock/sockets/{id}", id).value(Socket::new);
    }

    /**
     * Closes a socket.
     *
     * @param id its number
     * @param code the close code that the app gets, from 1000 to 4999
     */
    public void kick(long id, int code) {
        kick(id, code, null);
    }

    /**
     * Closes a socket and says why.
     *
     * @param id its number
     * @param code the close code that the app gets, from 1000 to 4999
     * @param reason the reason that the app gets; null for none
     */
    public void kick(long id, int code, @Nullable String reason) {
        plane.call("kickSocket", "DELETE", "/_mock/sockets/{id}", id).body(Json.object("code", code, "reason", reason))
            .done();
    }

    /**
     * Cuts a socket without a close frame, as a network that fails does it.
     *
     * @param id its number
     */
    public void abort(long id) {
        plane.call("kickSocket", "DELETE", "/_mock/sockets/{id}", id).body(Json.object("abort", true)).done();
    }

    /**
     * Sends a client a text, past the protocol that the socket speaks.
     *
     * @param id its number
     * @param text the message
     */
    public void send(long id, @NotNull String text) {
        plane.call("sendToSocket", "POST", "/_mock/sockets/{id}/messages", id).body(Json.object("text", text)).done();
    }

    /**
     * Sends a client a binary message.
     *
     * @param id its number
     * @param bytes the message
     */
    public void send(long id, byte @NotNull [] bytes) {
        String text = Base64.getEncoder().encodeToString(bytes);
        plane.call("sendToSocket", "POST", "/_mock/sockets/{id}/messages", id).body(Json.object("base64", text)).done();
    }

    /**
     * Closes all sockets of the world.
     *
     * @param code the close code that the apps get, from 1000 to 4999
     * @param reason the reason that they get; null for none
     */
    public void kickAll(int code, @Nullable String reason) {
        plane.call("kickSockets", "DELETE", "/_mock/sockets").body(Json.object("code", code, "reason", reason)).done();
    }

    /** Cuts all sockets of the world without a close frame. */
    public void abortAll() {
        plane.call("kickSockets", "DELETE", "/_mock/sockets").body(Json.object("abort", true)).done();
    }
}
