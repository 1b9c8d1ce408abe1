package mockapi.testing;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import mockapi.testing.values.FaultRecord;
import mockapi.testing.values.Socket;
import mockapi.testing.values.WorldInfo;
import org.jetbrains.annotations.NotNull;
import org.jetbrains.annotations.Nullable;

/**
 * A world: a server within the server, with records, accounts, tokens, limits, a clock, faults, sockets and a journal
 * of its own. Tests that have a world each do not disturb each other.
 */
public final class World extends WorldCalls implements AutoCloseable {
    static final String DEFAULT_ID = "default";
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(10);

    private final MockServer server;
    private final String id;
    private final String name;
    private final boolean made;
    private final LeakedSockets leakedSockets;

    World(MockServer server, String id, String name, boolean made, LeakedSockets leakedSockets) {
        this(server, new ControlPlane(server, id), id, name, made, leakedSockets);
    }

    private World(
        MockServer server, ControlPlane plane, String id, String name, boolean made, LeakedSockets leakedSockets) {
        super(plane);
        this.server = server;
        this.id = id;
        this.name = name;
        this.made = made;
        this.leakedSockets = leakedSockets;
    }

    /**
     * The world that variables name by {@code MOCK_API_URL}, such as the arguments of an instrumented test.
     * @param variables names and values
     * @return the world, the default one if the address names none; closing it removes nothing
     * @throws ServerNotFoundException if there is no {@code MOCK_API_URL}
     */
    public static @NotNull World from(@NotNull Map<String, String> variables) {
        MockServer server = MockServer.from(variables);
        String id = Addresses.world(variables.get("MOCK_API_URL"));
        return id == null ? server.getDefaultWorld() : server.getWorlds().use(id);
    }

    /** {@return the id} */
    public @NotNull String getId() { return id; }
    /** {@return the name for people; null when it was made without one} */
    public @Nullable String getName() { return name; }
    /** {@return the server that has it} */
    public @NotNull MockServer getServer() { return server; }

    /** {@return the base URL for the app, such as {@code http://localhost:3000/_w/checkout}} */
    public @NotNull String getBaseUrl() {
        return id.equals(DEFAULT_ID) ? server.getUrl() : server.getUrl() + "/_w/" + id;
    }

    /** {@return the base URL for the app's WebSockets, such as {@code ws://localhost:3000/_w/checkout}} */
    public @NotNull String getWebSocketUrl() { return Addresses.webSocket(getBaseUrl()); }

    /**
     * The base URL of an API.
     * @param api its short name, such as {@code agrobridge}
     * @return the URL without a slash at its end, such as {@code http://localhost:3000/_w/checkout/v1}
     * @throws MockApiException if the server has no such API
     */
    public @NotNull String url(@NotNull String api) { return getBaseUrl() + server.basePath(api); }

    /** {@return what an app that cannot have another base URL sends: {@code X-Mock-World} with the id} */
    public @NotNull Map<String, String> getHeaders() { return Map.of("X-Mock-World", id); }

    /** {@return variables for a process that is the app: {@code MOCK_API_URL} and {@code MOCK_API_WS_URL}} */
    public @NotNull Map<String, String> getEnvironment() {
        Map<String, String> variables = new LinkedHashMap<>();
        variables.put("MOCK_API_URL", getBaseUrl());
        variables.put("MOCK_API_WS_URL", getWebSocketUrl());
        return variables;
    }

    /**
     * The same for an app in the Android emulator, where {@code 10.0.2.2} is this machine. Give each to Gradle as
     * {@code -Pandroid.testInstrumentationRunnerArguments.NAME=VALUE}, or to {@code am instrument} as {@code -e NAME
     * VALUE}.
     * @return arguments of the instrumentation, with the admin token where the server has one
     */
    public @NotNull Map<String, String> getInstrumentationArguments() {
        Map<String, String> arguments = getEnvironment();
        arguments.replaceAll((variable, url) -> Addresses.forEmulator(url));
        if (server.adminToken() != null) {
            arguments.put("MOCK_API_ADMIN_TOKEN", server.adminToken());
        }
        return arguments;
    }

    /** {@return the time of the world} */
    public @NotNull WorldClock getClock() { return new WorldClock(plane); }
    /** {@return what goes wrong in it} */
    public @NotNull Faults getFaults() { return new Faults(plane); }
    /** {@return ready-made sets of faults} */
    public @NotNull FaultSets getFaultSets() { return new FaultSets(plane); }
    /** {@return the exchanges that are held} */
    public @NotNull Holds getHolds() { return new Holds(plane); }
    /** {@return the journal} */
    public @NotNull Requests getRequests() { return new Requests(plane); }
    /** {@return who calls the world} */
    public @NotNull Devices getDevices() { return new Devices(plane); }
    /** {@return tokens without a sign-in} */
    public @NotNull Tokens getTokens() { return new Tokens(plane); }
    /** {@return rate limits} */
    public @NotNull RateLimits getRateLimits() { return new RateLimits(plane); }
    /** {@return open WebSockets} */
    public @NotNull Sockets getSockets() { return new Sockets(plane); }
    /** {@return the channels of custom APIs} */
    public @NotNull Channels getChannels() { return new Channels(plane); }
    /** {@return the message broker} */
    public @NotNull Broker getBroker() { return new Broker(plane); }
    /** {@return messages to those who listen} */
    public @NotNull Messages getMessages() { return new Messages(plane); }
    /** {@return what moves by itself} */
    public @NotNull Simulations getSimulations() { return new Simulations(plane); }
    /** {@return the sensors of Invernaderos} */
    public @NotNull Sensors getSensors() { return new Sensors(plane); }
    /** {@return what happens to sensors} */
    public @NotNull Scenarios getScenarios() { return new Scenarios(plane); }
    /** {@return the rows of its tables} */
    public @NotNull Data getData() { return new Data(plane); }
    /** {@return the world, kept under names} */
    public @NotNull Snapshots getSnapshots() { return new Snapshots(plane); }
    /** {@return the whole world as data} */
    public @NotNull State getState() { return new State(plane); }

    /**
     * Changes what the app is answered.
     * @param request a method and a path, such as {@code GET /v1/lotes}
     * @param answer a patch of the response, or another one, and how often
     * @return the fault that does it; {@code getFaults().remove} takes it back
     */
    public @NotNull FaultRecord answer(@NotNull String request, @NotNull Answer answer) {
        return answer(FaultMatch.request(request), answer);
    }

    /**
     * Changes what the app is answered.
     * @param request the requests
     * @param answer a patch of the response, or another one, and how often
     * @return the fault that does it; {@code getFaults().remove} takes it back
     */
    public @NotNull FaultRecord answer(@NotNull FaultMatch request, @NotNull Answer answer) {
        return getFaults().add(answer.members(request));
    }

    /**
     * Holds the next response to a request until it is released, for at most a minute.
     * @param request a method and a path, such as {@code POST /v1/lotes}
     * @return what holds it
     */
    public @NotNull Hold hold(@NotNull String request) { return hold(request, "response", 1, Duration.ofMinutes(1)); }

    /**
     * Holds exchanges until they are released.
     * @param request a method and a path, such as {@code POST /v1/lotes}
     * @param phase what waits: {@code response}, after the state has changed, or {@code request}, before
     * @param times how many exchanges are held; null for all
     * @param limit how long each is held at most, by real time, at most ten minutes
     * @return what holds them
     */
    public @NotNull Hold hold(
        @NotNull String request, @NotNull String phase, @Nullable Integer times, @NotNull Duration limit) {
        Object fault = Json.object("type", "hold", "phase", phase, "milliseconds", limit.toMillis());
        return new Hold(this, getFaults().add(
            Json.object("match", FaultMatch.request(request), "fault", fault, "times", times)));
    }

    /** {@return a STOMP client of the broker at {@code /ws/greenhouse}} */
    public @NotNull StompClient connectStomp() { return connectStomp("/ws/greenhouse", null); }

    /**
     * Connects a STOMP client.
     * @param path the path of the broker's WebSocket
     * @param token sent as {@code Authorization: Bearer …} with the handshake and with CONNECT; null for none
     * @return the client; closing the world closes it
     */
    public @NotNull StompClient connectStomp(@NotNull String path, @Nullable String token) {
        return connectStomp(path, token, null, null);
    }

    /**
     * Connects a STOMP client.
     * @param path the path of the broker's WebSocket
     * @param token sent as {@code Authorization: Bearer …} with the handshake and with CONNECT; null for none
     * @param headers more headers of CONNECT; null for none
     * @param timeout how long the handshake and each reply may take; null for ten seconds
     * @return the client; closing the world closes it
     */
    public @NotNull StompClient connectStomp(
        @NotNull String path, @Nullable String token, @Nullable Map<String, String> headers,
        @Nullable Duration timeout) {
        return new StompClient(this, path, token, headers == null ? Map.of() : headers,
            timeout == null ? CONNECT_TIMEOUT : timeout);
    }

    /**
     * Connects a client to a WebSocket whose messages are JSON.
     * @param path the path, such as {@code /ws}, with a query if need be
     * @return the client; closing the world closes it
     */
    public @NotNull SocketClient connectSocket(@NotNull String path) { return connectSocket(path, null); }

    /**
     * Connects a client to a WebSocket whose messages are JSON.
     * @param path the path, such as {@code /ws}, with a query if need be
     * @param token sent as {@code Authorization: Bearer …} with the handshake; null for none
     * @return the client; closing the world closes it
     */
    public @NotNull SocketClient connectSocket(@NotNull String path, @Nullable String token) {
        return connectSocket(path, token, null, null);
    }

    /**
     * Connects a client to a WebSocket whose messages are JSON.
     * @param path the path, such as {@code /ws}, with a query if need be
     * @param token sent as {@code Authorization: Bearer …} with the handshake; null for none
     * @param headers more headers of the handshake; null for none
     * @param timeout how long the handshake may take; null for ten seconds
     * @return the client; closing the world closes it
     */
    public @NotNull SocketClient connectSocket(
        @NotNull String path, @Nullable String token, @Nullable Map<String, String> headers,
        @Nullable Duration timeout) {
        Map<String, String> all = authorization(token);
        if (headers != null) {
            all.putAll(headers);
        }
        return new SocketClient(this, path, all, timeout == null ? CONNECT_TIMEOUT : timeout);
    }

    static Map<String, String> authorization(String token) {
        Map<String, String> headers = new LinkedHashMap<>();
        if (token != null) {
            headers.put("Authorization", "Bearer " + token);
        }
        return headers;
    }

    WorldNotes notes() { return plane.notes; }

    /** {@return what the server says of it} */
    public @NotNull WorldInfo info() { return server.getWorlds().get(id); }
    /** {@return what helps to understand a test that failed: the clock, and the last exchanges} */
    public @NotNull String failureReport() { return undisturbed(() -> FailureReport.of(this)); }

    /**
     * Looks for open WebSockets, then removes the world, if this kit made it; one that is gone already is no mistake.
     * To leave a world standing, do not close it: the server removes it when nobody used it for {@code --world-ttl}.
     * @throws LeakedSocketsException if there are open sockets, and {@link LeakedSockets#ERROR} was asked for
     */
    @Override
    public void close() {
        close(true);
    }

    void close(boolean passed) {
        plane.notes.closeClients();
        if (!made) { return; }
        List<Socket> open = undisturbed(() -> {
            try {
                // The report of a test that failed has them.
                if (passed) {
                    Leaks.unusedFaults(this).forEach(warning -> System.err.println("warning: " + warning));
                }
                return Leaks.openSockets(this, leakedSockets);
            } finally {
                remove();
            }
        });
        if (open.isEmpty()) { return; }
        if (leakedSockets == LeakedSockets.ERROR) {
            throw new LeakedSocketsException(Leaks.message(this, open), open);
        }
        System.err.println("warning: " + Leaks.message(this, open));
    }

    /** Cleans up after a thread that was interrupted, for instance by the time-out of a test, too. */
    static <T> T undisturbed(Supplier<T> work) {
        boolean interrupted = Thread.interrupted();
        try {
            return work.get();
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** {@return the id and the base URL} */
    @Override
    public @NotNull String toString() { return "world \"" + id + "\" at " + getBaseUrl(); }

    private void remove() {
        try {
            server.getWorlds().delete(id);
        } catch (CallRefusedException gone) {
            if (gone.getStatus() != 404) {
                throw gone;
            }
        }
    }
}
