package mockapi.testing;

import java.util.ArrayList;
import java.util.List;
import mockapi.testing.values.FaultRecord;
import mockapi.testing.values.Socket;

/** Looks for WebSockets that a test left open. */
final class Leaks {
    /** What the server may need to hear of a socket that the app has just closed. */
    private static final long GRACE_MILLISECONDS = 200;

    private Leaks() {
    }

    static List<Socket> openSockets(World world, LeakedSockets reaction) {
        if (reaction == LeakedSockets.IGNORE) { return List.of(); }
        try {
            List<Socket> open = world.getSockets().list();
            if (open.isEmpty()) { return open; }
            Thread.sleep(GRACE_MILLISECONDS);
            return world.getSockets().list();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return List.of();
        } catch (CallRefusedException worldIsGone) { return List.of(); }
    }

    /** The faults that the test added and that had no effect, in words. */
    static List<String> unusedFaults(World world) {
        if (world.notes().faults.isEmpty()) { return List.of(); }
        List<String> unused = new ArrayList<>();
        for (FaultRecord fault : world.getFaults().list()) {
            if (world.notes().faults.contains(fault.getId()) && fault.getApplications() == 0) {
                Object match = fault.asMap().get("match");
                unused.add("fault " + fault.getId() + " (" + fault.getFault().get("type") + ") for "
                    + (match == null ? "anything" : Json.write(match)) + " had no effect: " + fault.getMatches()
                    + " requests or messages matched it. Correct its match, or remove it");
            }
        }
        return unused;
    }

    static String message(World world, List<Socket> open) {
        StringBuilder text = new StringBuilder("the test left " + open.size()
            + (open.size() == 1 ? " WebSocket" : " WebSockets") + " open in " + world + ":");
        for (Socket socket : open) {
            text.append("\n  ").append(socket.getPath().replaceFirst("^/_w/[^/]+", ""))
                .append(" (").append(protocol(socket)).append(", ")
                .append(socket.getAccount() == null ? "no account" : "account " + socket.getAccount()).append(')');
        }
        return text.append("\n  close them in the test, or choose another LeakedSockets").toString();
    }

    private static String protocol(Socket socket) {
        String operation = String.valueOf(socket.getOperationId());
        if (operation.startsWith("greenhouseBroker")) { return "STOMP"; }
        if (operation.startsWith("sockJS")) { return "STOMP over SockJS"; }
        return operation.equals("channels") ? "JSON messages" : "WebSocket";
    }
}
