// Written by script/generate from openapi/mock.yaml; do not edit.
package mockapi.testing;

import java.util.List;
import mockapi.testing.values.Socket;
import org.jetbrains.annotations.NotNull;
import org.jetbrains.annotations.Nullable;

/** The calls of {@code world.sockets}. */
abstract class SocketsCalls extends Part {
    SocketsCalls(ControlPlane plane) { super(plane); }
    /** List the open sockets. */
    public @NotNull List<Socket> list() {
        return call("listSockets", "GET", "/_mock/sockets").list("sockets", Socket::new);
    }
    /** Close all sockets. */
    public void kickAll() { kickAll(null, null, null); }
    /**
     * Close all sockets.
     * @param code The close code; null for none
     * @param abort True to reset the connection without a close frame; null for none
     */
    public void kickAll(@Nullable Integer code, @Nullable String reason, @Nullable Boolean abort) {
        call("kickSockets", "DELETE", "/_mock/sockets")
            .body(Json.object("code", code, "reason", reason, "abort", abort))
            .done();
    }
    /** Look at a socket. */
    public @NotNull Socket get(long id) {
        return call("getSocket", "GET", "/_mock/sockets/{id}", id).value(Socket::new);
    }
    /** Close a socket. */
    public void kick(long id) { kick(id, null, null, null); }
    /**
     * Close a socket.
     * @param code The close code; null for none
     * @param abort True to reset the connection without a close frame; null for none
     */
    public void kick(long id, @Nullable Integer code, @Nullable String reason, @Nullable Boolean abort) {
        call("kickSocket", "DELETE", "/_mock/sockets/{id}", id)
            .body(Json.object("code", code, "reason", reason, "abort", abort))
            .done();
    }
}
