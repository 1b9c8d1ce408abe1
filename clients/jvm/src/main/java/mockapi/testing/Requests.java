package mockapi.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import mockapi.testing.values.Count;
import mockapi.testing.values.Entry;
import mockapi.testing.values.JournalPage;
import mockapi.testing.values.Verification;
import org.jetbrains.annotations.NotNull;
import org.jetbrains.annotations.Nullable;

/** The journal of a world: what the app asked, what it was answered, and what went over its sockets. */
public final class Requests extends RequestsCalls {
    /** The longest that the server waits in one call, in milliseconds. */
    private static final long LONGEST_WAIT = 60_000;

    Requests(ControlPlane plane) { super(plane); }

    /** {@return all exchanges, the oldest first} */
    public @NotNull List<Entry> list() { return list(new Match()); }

    /**
     * Lists entries, the oldest first; those whose response is being sent are among them, without an id.
     * @param match which are meant; conditions on members of a body cannot be listed by, only counted
     */
    public @NotNull List<Entry> list(@NotNull Match match) { return list(match, null, null); }

    /**
     * Lists entries.
     * @param match which are meant
     * @param limit how many of the newest at most; null for all
     * @param order {@code asc} for the oldest first, {@code desc} for the newest; null for the oldest
     */
    public @NotNull List<Entry> list(@NotNull Match match, @Nullable Integer limit, @Nullable String order) {
        JournalPage page = page(match, limit, order);
        List<Entry> all = new ArrayList<>(page.getRequests());
        List<Entry> pending = new ArrayList<>(page.getPending());
        boolean newestFirst = "desc".equals(order);
        if (newestFirst) {
            Collections.reverse(pending);
        }
        all.addAll(newestFirst ? 0 : all.size(), pending);
        int more = limit == null ? 0 : Math.max(0, all.size() - limit);
        return newestFirst ? all.subList(0, all.size() - more) : all.subList(more, all.size());
    }

    /**
     * Lists entries, and says how many there are and are missing.
     * @param match which are meant
     */
    public @NotNull JournalPage page(@NotNull Match match) { return page(match, null, null); }

    /**
     * Lists entries, and says how many there are and are missing.
     * @param match which are meant
     * @param limit how many of the newest at most; null for all
     * @param order {@code asc} for the oldest first, {@code desc} for the newest; null for the oldest
     */
    public @NotNull JournalPage page(@NotNull Match match, @Nullable Integer limit, @Nullable String order) {
        return filtered(call("listRequests", "GET", "/_mock/requests"), match).query("limit", limit)
            .query("order", order).value(JournalPage::new);
    }

    /**
     * Counts entries.
     * @param match which are meant
     */
    public @NotNull Count count(@NotNull Match match) {
        return call("countRequests", "POST", "/_mock/requests/count").body(Json.object("match", match))
            .value(Count::new);
    }

    /**
     * Verifies that something was asked, once or more.
     * @param match what is meant
     * @return the entries that match, the oldest first
     * @throws VerificationError if it was not; its message has what is nearest
     */
    public @NotNull List<Entry> verify(@NotNull Match match) { return verify(match, Times.atLeast(1)); }

    /**
     * Verifies how often something was asked.
     * @param match what is meant
     * @param times how often it is expected
     * @return the entries that match, the oldest first
     * @throws VerificationError if it was asked more or less often; its message has what is nearest
     */
    public @NotNull List<Entry> verify(@NotNull Match match, @NotNull Times times) {
        Verification verdict = check(match, times);
        if (!verdict.isSatisfied()) {
            throw Verdicts.error(match, verdict, "");
        }
        return plane.notes.verified(verdict.getEntries(), match);
    }

    /**
     * Verifies that requests came in an order: one for each step, each after the one before. Others may come between.
     * @param steps what is meant, in the order
     * @return an entry for each step
     * @throws VerificationError that names the first step without an entry
     */
    public @NotNull List<Entry> verifyInOrder(@NotNull Match... steps) {
        List<Entry> found = new ArrayList<>();
        long last = 0;
        for (Match step : steps) {
            Verification verdict = check(step, Times.atLeast(0));
            Entry next = null;
            for (Entry entry : verdict.getEntries()) {
                if (next == null && entry.getId() != null && entry.getId() > last) {
                    next = entry;
                }
            }
            if (next == null) {
                StringBuilder text = new StringBuilder("step " + (found.size() + 1) + " of " + steps.length
                    + " was not requested in this order: " + step);
                found.forEach(entry -> text.append("\n  before it: ").append(Verdicts.line(entry)));
                text.append(verdict.getCount() == 0 ? "\n  no request matches it"
                    : "\n  " + verdict.getCount() + " matched, all before the step before it");
                throw new VerificationError(text.toString(), verdict);
            }
            last = next.getId();
            found.add(next);
            plane.notes.verified(List.of(next), step);
        }
        return found;
    }

    /**
     * Verifies that nothing else was requested than what {@code verify}, {@code await} and {@code verifyInOrder} of
     * this world have met.
     * @throws VerificationError that lists the other requests
     */
    public void verifyNoOther() {
        verifyNoOther(new Match());
    }

    /**
     * Verifies the same of some requests.
     * @param match which requests to look at
     * @throws VerificationError that lists the other requests
     */
    public void verifyNoOther(@NotNull Match match) {
        List<Match> pending = List.copyOf(plane.notes.pending);
        pending.forEach(known -> plane.notes.verified(check(known, Times.atLeast(0)).getEntries(), known));
        Verification verdict = check(match, Times.atLeast(0));
        List<String> others = new ArrayList<>();
        for (Entry entry : verdict.getEntries()) {
            if (entry.getId() == null ? pending.isEmpty() : !plane.notes.verified.contains(entry.getId())) {
                others.add("\n  " + Verdicts.line(entry));
            }
        }
        if (!others.isEmpty()) {
            throw new VerificationError(others.size() + (others.size() == 1 ? " request" : " requests") + " of world \""
                + plane.world + "\" that nothing verified:" + String.join("", others), verdict);
        }
    }

    /**
     * Counts requests like {@code verify}, without a failure for a wrong count.
     * @param match what is meant
     * @param times how often it is expected
     * @return the verdict, satisfied or not, with the entries
     */
    public @NotNull Verification check(@NotNull Match match, @NotNull Times times) {
        return call("verifyRequests", "POST", "/_mock/requests/verify").body(times.members(match))
            .value(Verification::new);
    }

    /**
     * Waits up to ten seconds until something was asked.
     * @param match what is meant
     * @return the entries that match, the oldest first
     * @throws VerificationError if it was not asked in time; its message has what is nearest
     */
    public @NotNull List<Entry> await(@NotNull Match match) { return await(match, 1, Duration.ofSeconds(10)); }

    /**
     * Waits until something was asked often enough. The server answers at once when it was.
     * @param match what is meant
     * @param atLeast how often it is expected
     * @param timeout how long to wait, by real time
     * @return the entries that match, the oldest first
     * @throws VerificationError if it was not asked in time; its message has what is nearest
     */
    public @NotNull List<Entry> await(@NotNull Match match, int atLeast, @NotNull Duration timeout) {
        long end = System.nanoTime() + timeout.toNanos();
        while (true) {
            long left = Math.max(0, (end - System.nanoTime()) / 1_000_000);
            long asked = Math.min(left, LONGEST_WAIT);
            Verification verdict = call("waitForRequests", "POST", "/_mock/requests/wait")
                .body(Json.object("match", match, "atLeast", atLeast, "timeoutMilliseconds", asked))
                .longer(Duration.ofMillis(asked)).value(Verification::new);
            if (verdict.isSatisfied()) {
                return plane.notes.verified(check(match, Times.atLeast(0)).getEntries(), match);
            }
            if (left <= LONGEST_WAIT) {
                Verification nearest = check(match, Times.atLeast(atLeast));
                if (nearest.isSatisfied()) { return plane.notes.verified(nearest.getEntries(), match); }
                throw Verdicts.error(match, nearest, " within " + timeout.toMillis() + " ms");
            }
        }
    }

    /**
     * Follows the journal as it grows. Every kind of entry is meant unless the match says otherwise.
     * @param match which entries are meant
     * @return the events; close them at the end
     */
    public @NotNull JournalEvents follow(@NotNull Match match) { return follow(match, null); }

    /**
     * Follows the journal from an entry on.
     * @param match which entries are meant
     * @param after the number of the last entry that is known; null for none, and only what comes from now on
     * @return the events; close them at the end
     */
    public @NotNull JournalEvents follow(@NotNull Match match, @Nullable Long after) {
        Call call = filtered(call("followRequests", "GET", "/_mock/events"), match).after(after);
        return new JournalEvents(call.open(), plane);
    }

    /** {@return all exchanges as a HAR file, as browsers' network panels open it} */
    public @NotNull String har() { return har(new Match()); }

    /**
     * Exports exchanges as HAR.
     * @param match which are meant
     */
    public @NotNull String har(@NotNull Match match) { return har(match, null, null); }

    /**
     * Exports exchanges as HAR.
     * @param match which are meant
     * @param limit how many of the newest at most; null for all
     * @param order {@code asc} for the oldest first, {@code desc} for the newest; null for the oldest
     */
    public @NotNull String har(@NotNull Match match, @Nullable Integer limit, @Nullable String order) {
        return filtered(call("exportHAR", "GET", "/_mock/har"), match).query("limit", limit).query("order", order)
            .text();
    }

    /**
     * Writes all exchanges to a HAR file.
     * @param file the file, which is replaced
     */
    public void saveHar(@NotNull Path file) {
        try {
            Files.write(file, call("downloadHAR", "GET", "/_mock/requests.har").text().getBytes("UTF-8"));
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private static Call filtered(Call call, Match match) {
        match.members().forEach((name, value) -> {
            if (name.equals("body")) {
                throw new IllegalArgumentException(
                    "entries cannot be listed by members of their body; count and verify can");
            }
            if (value instanceof Map) {
                ((Map<?, ?>) value).forEach((key, wanted) -> call.query(name, condition(name, key, wanted)));
            } else {
                call.query(name, value);
            }
        });
        return call;
    }

    private static String condition(String name, Object key, Object wanted) {
        if (Boolean.FALSE.equals(wanted)) {
            throw new IllegalArgumentException("entries cannot be listed by a " + name
                + " that is absent; count and verify can");
        }
        return Boolean.TRUE.equals(wanted) ? key.toString() : key + ":" + wanted;
    }
}
