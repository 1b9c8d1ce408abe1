package mockapi.testing;

import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import mockapi.testing.values.Api;
import mockapi.testing.values.Health;
import mockapi.testing.values.Welcome;
import org.jetbrains.annotations.NotNull;
import org.jetbrains.annotations.Nullable;

/**
 * A mock-api that is there, or one that this kit started. Its health and version are checked at the first call. All
 * of it may be used by many threads at once.
 */
public final class MockServer extends ServerCalls implements AutoCloseable {
    /** The oldest server that this kit works with. */
    public static final String MINIMUM_VERSION = "0.2.0";

    /** The servers of this process, by their options. */
    private static final Map<ServerOptions, MockServer> SHARED = new HashMap<>();

    /** A test puts the one for Android here. */
    volatile Transport transport = Transport.best();
    /** Sees each call's operation, and its method and path template. It is for the test of completeness. */
    volatile BiConsumer<String, String> recorder = (operation, route) -> { };

    private final String url;
    private final String adminToken;
    private final Duration timeout;
    final ServerProcess process;
    private final ControlPlane plane = new ControlPlane(this, World.DEFAULT_ID);
    private volatile boolean checked;
    private volatile Welcome welcome;

    private MockServer(String url, String adminToken, Duration timeout, ServerProcess process) {
        super(null);
        this.url = url;
        this.adminToken = adminToken;
        this.timeout = timeout;
        this.process = process;
    }

    /**
     * The server of this process: that of {@code MOCK_API_URL}, else one that is started now and ends with the
     * process. The program is {@code MOCK_API_BINARY}, else {@code mock-api} on the {@code PATH}.
     * @return the same server each time
     * @throws ServerNotFoundException if nothing answers there, or there is no program
     * @throws ServerTooOldException if the server is older than {@link #MINIMUM_VERSION}
     */
    public static @NotNull MockServer shared() { return shared(new ServerOptions()); }

    /**
     * The server of this process for some options: that of {@code MOCK_API_URL} if it has the APIs, else one of the
     * kit's own. One that has ended is replaced.
     * @param options the custom APIs and more
     * @return the same server each time
     * @throws ServerNotFoundException if nothing answers there, or there is no program
     * @throws ServerTooOldException if the server is older than {@link #MINIMUM_VERSION}
     */
    public static synchronized @NotNull MockServer shared(@NotNull ServerOptions options) {
        MockServer known = SHARED.get(options);
        if (known == null || known.hasEnded()) {
            known = find(options);
            SHARED.put(options, known);
        }
        return known;
    }

    private static MockServer find(ServerOptions options) {
        if (System.getenv("MOCK_API_URL") != null) {
            MockServer server = from(System.getenv());
            server.checkOnce();
            Set<String> served = new HashSet<>();
            server.welcome().getApis().forEach(api -> served.add(api.getName()));
            if (served.containsAll(options.names())) { return server; }
        }
        MockServer server = start(options);
        server.checkOnce();
        return server;
    }

    /**
     * A server that is there.
     * @param url its address, such as {@code http://localhost:3000}; a world's prefix behind it is left out
     * @return the server; nothing is asked of it yet
     */
    public static @NotNull MockServer at(@NotNull String url) { return at(url, System.getenv("MOCK_API_ADMIN_TOKEN")); }

    /**
     * A server that is there and wants a token.
     * @param url its address
     * @param adminToken the token that it was started with by {@code --admin-token}; null for none
     * @return the server; nothing is asked of it yet
     */
    public static @NotNull MockServer at(@NotNull String url, @Nullable String adminToken) {
        return new MockServer(Addresses.server(url), adminToken, Duration.ofSeconds(10), null);
    }

    /**
     * The server that variables name: {@code MOCK_API_URL} and, where it has one, {@code MOCK_API_ADMIN_TOKEN}. They
     * are those of the environment, or the arguments of an instrumented Android test.
     * @param variables names and values
     * @return the server; nothing is asked of it yet
     * @throws ServerNotFoundException if there is no {@code MOCK_API_URL}
     */
    public static @NotNull MockServer from(@NotNull Map<String, String> variables) {
        String url = variables.get("MOCK_API_URL");
        if (url == null) {
            throw new ServerNotFoundException("MOCK_API_URL is missing: it says where the server is", null);
        }
        return at(url, variables.get("MOCK_API_ADMIN_TOKEN"));
    }

    /**
     * Starts a server of one's own, on a free port. It ends when it is closed, and with this process.
     * @param options of {@code mock-api serve}, such as {@code "--rate-limit", "off"}
     * @throws ServerNotFoundException if there is no program, or it does not start
     * @throws ServerTooOldException if the program is older than {@link #MINIMUM_VERSION}
     */
    public static @NotNull MockServer start(@NotNull String... options) {
        return start(new ServerOptions().arguments(options));
    }

    /**
     * Starts a server of one's own, on a free port. It ends when it is closed, and with this process.
     * @param options the custom APIs and more
     * @throws ServerNotFoundException if there is no program, or it does not start
     * @throws ServerTooOldException if the program is older than {@link #MINIMUM_VERSION}
     */
    public static @NotNull MockServer start(@NotNull ServerOptions options) {
        ServerProcess process = ServerProcess.start(options.commandLine(), options.config());
        List<String> line = options.commandLine();
        int token = line.indexOf("--admin-token");
        String adminToken =
            token >= 0 && token + 1 < line.size() ? line.get(token + 1) : System.getenv("MOCK_API_ADMIN_TOKEN");
        return new MockServer(process.url(), adminToken, Duration.ofSeconds(10), process);
    }

    /**
     * The same server with another time-out for each call; waiting for requests comes on top.
     * @param timeout more than nothing; ten seconds unless changed
     * @return the server; close the first one only
     */
    public @NotNull MockServer withTimeout(@NotNull Duration timeout) {
        return new MockServer(url, adminToken, timeout, process);
    }

    /** {@return the address without a slash at its end, such as {@code http://localhost:3000}} */
    public @NotNull String getUrl() { return url; }
    /** {@return the address for WebSockets, such as {@code ws://localhost:3000}} */
    public @NotNull String getWebSocketUrl() { return Addresses.webSocket(url); }
    /** {@return how long a call may take} */
    public @NotNull Duration getTimeout() { return timeout; }
    /** {@return its worlds} */
    public @NotNull Worlds getWorlds() { return new Worlds(this); }

    /** {@return the world of requests that name no other} */
    public @NotNull World getDefaultWorld() {
        return new World(this, World.DEFAULT_ID, null, false, LeakedSockets.IGNORE);
    }

    /**
     * The world that {@code mock-api exec --workers} gives to this worker, for suites that want one world for each.
     * Its number is {@code surefire.forkNumber} (Maven), {@code org.gradle.test.worker} (Gradle, which counts on, so
     * the numbers begin again behind the last world), or the variable {@code MOCK_API_WORKER}, else 1.
     * @return the world; closing it removes nothing
     * @throws ServerNotFoundException if the command was not started by {@code mock-api exec --workers}
     */
    public static @NotNull World workerWorld() { return Workers.world(System.getenv(), System.getProperties()); }

    /**
     * Asks whether it serves.
     * @return how it is; a server that could not store a change says so, too
     */
    public @NotNull Health health() { return call("health", "GET", "/_mock/health").accept(503).value(Health::new); }

    /** Ends the server, if this kit started it, and waits until it has ended. */
    @Override
    public void close() {
        if (process != null) {
            process.close();
        }
    }

    /** {@return the address} */
    @Override
    public @NotNull String toString() { return "mock-api at " + url; }

    @Override
    Call call(String operation, String method, String template, Object... parts) {
        return plane.call(operation, method, template, parts);
    }

    /** The base path of an API; what the server says of itself does not change while it runs. */
    String basePath(String api) {
        if (welcome == null) {
            welcome = welcome();
        }
        StringBuilder known = new StringBuilder();
        for (Api served : welcome.getApis()) {
            if (served.getName().equals(api)) { return served.getBasePath().equals("/") ? "" : served.getBasePath(); }
            known.append(known.length() == 0 ? "" : ", ").append(served.getName());
        }
        throw new MockApiException("there is no API \"" + api + "\"; the server has " + known, null);
    }

    Map<String, String> headers(Call call) {
        Map<String, String> headers = new LinkedHashMap<>();
        if (adminToken != null) {
            headers.put("X-Mock-Admin-Token", adminToken);
        }
        if (call != null && call.hasBody()) {
            headers.put("Content-Type", "application/json");
        }
        if (call != null && call.lastEvent() != null) {
            headers.put("Last-Event-ID", call.lastEvent());
        }
        return headers;
    }

    boolean hasEnded() { return process != null && process.hasEnded(); }

    /** How the kit's own server ended; null while it runs. */
    String ending() { return process == null ? null : process.ending(); }

    String adminToken() { return adminToken; }

    /** Whether a server is there, is a mock-api, and is new enough. Two threads may both ask; that does no harm. */
    void checkOnce() {
        if (checked) { return; }
        Transport.Response response;
        try {
            response = transport.send("GET", url + "/_mock/health", headers(null), null, timeout);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new CallCancelledException("the check of " + url + " was cancelled: the thread was interrupted",
                interrupted);
        } catch (IOException failed) {
            throw ControlPlane.failure("health", this, timeout, failed);
        }
        Versions.check(url, response);
        checked = true;
    }
}
