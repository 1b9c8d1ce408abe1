package mockapi.testing;

import java.util.ArrayList;
import java.util.List;
import mockapi.testing.values.Socket;
import org.jetbrains.annotations.NotNull;

/** A test left WebSockets open, and {@link LeakedSockets#ERROR} was asked for. */
public final class LeakedSocketsException extends MockApiException {
    private static final long serialVersionUID = 1L;

    private final transient List<Socket> sockets;

    LeakedSocketsException(String message, List<Socket> sockets) {
        super(message, null);
        this.sockets = sockets;
    }

    /** {@return the sockets that were still open} */
    public @NotNull List<Socket> getSockets() { return sockets == null ? List.of() : new ArrayList<>(sockets); }
}
