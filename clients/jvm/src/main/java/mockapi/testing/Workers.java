package mockapi.testing;

import java.util.Map;
import java.util.Properties;

/** The worlds that {@code mock-api exec --workers} makes. */
final class Workers {
    private Workers() {
    }

    static World world(Map<String, String> environment, Properties properties) {
        int worlds = 0;
        while (environment.containsKey("MOCK_API_URL_" + (worlds + 1))) {
            worlds++;
        }
        if (worlds == 0) {
            throw new ServerNotFoundException("there is no world for a worker: MOCK_API_URL_1 is missing, which"
                + " `mock-api exec --workers N -- COMMAND` sets", null);
        }
        int worker = number(environment, properties);
        String url = environment.get("MOCK_API_URL_" + ((worker - 1) % worlds + 1));
        MockServer server = MockServer.at(url, environment.get("MOCK_API_ADMIN_TOKEN"));
        return new World(server, Addresses.world(url), null, false, LeakedSockets.WARN);
    }

    private static int number(Map<String, String> environment, Properties properties) {
        String[] candidates = {properties.getProperty("surefire.forkNumber"),
            properties.getProperty("org.gradle.test.worker"), environment.get("MOCK_API_WORKER")};
        for (String candidate : candidates) {
            if (candidate != null && candidate.matches("[1-9][0-9]{0,8}")) { return Integer.parseInt(candidate); }
        }
        return 1;
    }
}
