package mockapi.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import mockapi.testing.Json;
import mockapi.testing.Match;
import mockapi.testing.MockServer;
import mockapi.testing.TestWorld;
import mockapi.testing.Times;
import mockapi.testing.World;
import mockapi.testing.WorldOptions;
import okhttp3.ConnectionPool;
import okhttp3.MediaType;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.Response;

/** What a world costs a test, and what tests side by side gain over tests in a row. Prints a line of JSON. */
public final class Bench {
    private static final int WORLDS = size("KIT_BENCH_WORLDS", 300);
    private static final int TESTS = size("KIT_BENCH_TESTS", 1000);
    private static final int WORKERS = 16;
    private static final MediaType JSON = MediaType.get("application/json; charset=utf-8");
    private static final OkHttpClient APP = new OkHttpClient.Builder()
        .connectionPool(new ConnectionPool(WORKERS, 5, java.util.concurrent.TimeUnit.MINUTES)).build();

    private final MockServer server;
    private int failures;

    private Bench(MockServer server) {
        this.server = server;
    }

    /** Measures as often as {@code KIT_BENCH_RUNS} says. */
    public static void main(String[] arguments) throws Exception {
        int runs = size("KIT_BENCH_RUNS", 20);
        try (MockServer server = MockServer.start("--rate-limit", "off")) {
            System.out.println(new Bench(server).measure(runs));
        }
        System.exit(0);
    }

    private static int size(String name, int standard) {
        String value = System.getenv(name);
        return value == null ? standard : Integer.parseInt(value);
    }

    private String measure(int runs) throws Exception {
        parallel();
        double[] worlds = new double[WORLDS];
        for (int i = -WORLDS; i < WORLDS; i++) {
            long start = System.nanoTime();
            aWorld();
            worlds[Math.max(0, i)] = (System.nanoTime() - start) / 1e6;
        }
        double[] parallel = new double[runs];
        double[] serial = new double[Math.max(1, runs / 5)];
        for (int run = 0; run < runs; run++) {
            parallel[run] = parallel();
            if (run < serial.length) {
                serial[run] = serial();
            }
        }
        int left = server.getWorlds().list().size() - 1;
        return String.format(Locale.ROOT, "{\"kit\":\"jvm\",\"world\":{\"runs\":%d,\"median_ms\":%.2f,\"p95_ms\":%.2f},"
            + "\"parallel\":{\"tests\":%d,\"workers\":%d,\"runs\":%d,\"failures\":%d,\"worlds_left\":%d,"
            + "\"median_s\":%.2f},"
            + "\"serial\":{\"tests\":%d,\"runs\":%d,\"median_s\":%.2f},\"ratio\":%.2f}", WORLDS, at(worlds, 0.5),
            at(worlds, 0.95), TESTS, WORKERS, runs, failures, left, at(parallel, 0.5), TESTS, serial.length,
            at(serial, 0.5), at(serial, 0.5) / at(parallel, 0.5));
    }

    private void aWorld() throws IOException {
        try (World world = server.getWorlds().make("a world")) {
            call(world.getBaseUrl() + "/posts/1", null, null);
        }
    }

    /** Seconds for all tests, each with a world of its own. */
    private double parallel() throws Exception {
        ExecutorService workers = Executors.newFixedThreadPool(WORKERS);
        long start = System.nanoTime();
        List<Future<?>> tests = new ArrayList<>();
        for (int i = 0; i < TESTS; i++) {
            String name = "test " + i;
            tests.add(workers.submit(() -> inItsWorld(name)));
        }
        for (Future<?> test : tests) {
            test.get();
        }
        double seconds = (System.nanoTime() - start) / 1e9;
        workers.shutdown();
        return seconds;
    }

    private void inItsWorld(String name) {
        TestWorld world = TestWorld.make(server, new WorldOptions(), name);
        Throwable failure = null;
        try {
            test(world.getWorld());
        } catch (IOException | RuntimeException | Error thrown) {
            failure = thrown;
            failed(thrown);
        }
        world.close(failure);
    }

    /** Seconds for the same tests in a row, on one world that is reset before each. */
    private double serial() {
        World world = server.getDefaultWorld();
        long start = System.nanoTime();
        for (int i = 0; i < TESTS; i++) {
            try {
                world.reset();
                test(world);
            } catch (IOException | RuntimeException | Error thrown) {
                failed(thrown);
            }
        }
        return (System.nanoTime() - start) / 1e9;
    }

    /** Signs in, writes a record, reads it back, and verifies a call. */
    private static void test(World world) throws IOException {
        String api = world.getBaseUrl() + "/v1";
        String account = "{\"email\":\"usuario@example.com\",\"password\":\"password123\"}";
        String token = (String) call(api + "/auth/login", null, account).get("token");
        Map<String, Object> lote = Json.parseObject("{\"nombre\":\"Lote Nuevo\",\"ubicacion\":\"Zona Norte\","
            + "\"tipoCultivo\":\"Café\",\"areaHectareas\":10}");
        String id = (String) call(api + "/lotes", token, Json.write(lote)).get("id");
        if (!call(api + "/lotes/" + id, token, null).get("nombre").equals("Lote Nuevo")) {
            throw new IllegalStateException("it is another one");
        }
        world.getRequests().verify(Match.request("POST", "/v1/lotes"), Times.once());
    }

    private static Map<String, Object> call(String url, String token, String body) throws IOException {
        Request.Builder request = new Request.Builder().url(url);
        if (token != null) {
            request.header("Authorization", "Bearer " + token);
        }
        if (body != null) {
            request.post(RequestBody.create(JSON, body));
        }
        try (Response response = APP.newCall(request.build()).execute()) {
            String text = response.body().string();
            if (!response.isSuccessful()) {
                throw new IllegalStateException(url + ": " + response.code() + " " + text);
            }
            return Json.parseObject(text);
        }
    }

    private synchronized void failed(Throwable thrown) {
        failures++;
        System.err.println(thrown);
    }

    private static double at(double[] values, double share) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[(int) Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
    }
}
