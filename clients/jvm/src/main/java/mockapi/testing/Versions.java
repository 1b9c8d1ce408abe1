package mockapi.testing;

/** Compares versions. */
final class Versions {
    private Versions() {
    }

    /** Refuses what is no mock-api, and one that is too old. */
    static void check(String url, Transport.Response health) {
        String version = null;
        try {
            Object member = Json.parseObject(health.body).get("version");
            version = member instanceof String ? (String) member : null;
        } catch (IllegalArgumentException notJson) {
            // Said below, with the status.
        }
        if (version == null) {
            throw new NotMockServerException("what answers at " + url + " is no mock-api: GET /_mock/health gave "
                + health.status + ", and no version; correct MOCK_API_URL, or free the port (a mock-api that"
                + " was started with --no-admin has no control plane)", null);
        }
        requireAtLeast(version, "the mock-api at " + url);
    }

    static void requireAtLeast(String version, String whose) {
        if (compare(version, MockServer.MINIMUM_VERSION) < 0) {
            throw new ServerTooOldException(whose + " has version " + version + ", and this kit needs "
                + MockServer.MINIMUM_VERSION + " or later: install a newer mock-api, or use the kit of that version",
                null);
        }
    }

    /** Compares the numbers; what follows them, such as {@code -beta}, does not count. */
    static int compare(String left, String right) {
        String[] a = left.split("[^0-9]+");
        String[] b = right.split("[^0-9]+");
        for (int i = 0; i < 3; i++) {
            int order = Integer.compare(part(a, i), part(b, i));
            if (order != 0) { return order; }
        }
        return 0;
    }

    private static int part(String[] parts, int index) {
        try {
            return index < parts.length ? Integer.parseInt(parts[index]) : 0;
        } catch (NumberFormatException noNumber) { return 0; }
    }
}
