package mockapi.testing;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import mockapi.testing.values.Clock;
import mockapi.testing.values.Entry;
import mockapi.testing.values.JournalPage;

/** The report about the world of a failed test. */
final class FailureReport {
    private static final int EXCHANGES = 20;

    private FailureReport() {
    }

    /** Never fails, since the test has failed already: what went wrong here is said in the report. */
    static String of(World world) {
        StringBuilder text = new StringBuilder("mock-api: ").append(world);
        try {
            Clock clock = world.getClock().get();
            text.append("\n  clock: ").append(clock.getNow()).append(clock.isFrozen() ? ", frozen" : "")
                .append(clock.getRate() == 1 ? "" : ", rate " + clock.getRate());
            JournalPage page = world.getRequests().page(new Match(), EXCHANGES, "desc");
            int frames = world.getRequests().count(new Match().kind("frame")).getCount();
            List<Entry> exchanges = page.getRequests();
            Collections.reverse(exchanges);
            text.append("\n  the last ").append(exchanges.size())
                .append(exchanges.size() == 1 ? " exchange" : " exchanges").append(" (and ")
                .append(frames).append(frames == 1 ? " frame):" : " frames):");
            exchanges.forEach(entry -> append(text, entry));
            page.getPending().forEach(entry -> append(text, entry));
            Leaks.unusedFaults(world).forEach(warning -> text.append("\n  ").append(warning));
        } catch (RuntimeException failed) {
            text.append("\n  no more is known: ").append(failed.getMessage());
        }
        return text.toString();
    }

    private static void append(StringBuilder text, Entry entry) {
        text.append("\n    ").append(Verdicts.line(entry));
        if (entry.getOperationId() == null && entry.getResponse() != null) {
            String suggestion = suggestion(entry.getResponse().getBody());
            text.append(suggestion == null ? "" : "\n      " + suggestion);
        }
    }

    /** What the server says is nearest to a request without a route; each API says it in its own shape. */
    private static String suggestion(Object body) {
        if (body instanceof String) { return ((String) body).contains("did you mean") ? (String) body : null; }
        Iterable<?> inner = body instanceof Map ? ((Map<?, ?>) body).values()
            : body instanceof Iterable ? (Iterable<?>) body : List.of();
        for (Object value : inner) {
            String found = suggestion(value);
            if (found != null) { return found; }
        }
        return null;
    }
}
