package mockapi.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import mockapi.testing.values.Count;
import mockapi.testing.values.Entry;
import mockapi.testing.values.Explanation;
import mockapi.testing.values.JournalPage;
import mockapi.testing.values.Replay;
import mockapi.testing.values.Verification;
import org.jetbrains.annotations.NotNull;
import org.jetbrains.annotations.Nullable;

/** The journal of a world: what the app asked, what it was answered, and what went over its sockets. */
public final class Requests {
    /** The longest that the server waits in one call, in milliseconds. */
    private static final long LONGEST_WAIT = 60_000;

    private final ControlPlane plane;

    Requests(ControlPlane plane) {
        this.plane = plane;
    }

    /** {@return all exchanges, the oldest first} */
    public @NotNull List<Entry> list() {
        return list(new Match());
    }

    /**
     * Lists entries, the oldest first.
     *
     * @param match which are meant; conditions on members of a body cannot be listed by, only counted
     * @return the entries
     */
    public @NotNull List<Entry> list(@NotNull Match match) {
        return page(match, null, false).getRequests();
    }

    /**
     * Lists the latest exchanges, the newest first.
     *
     * @param limit how many at most
     * @return the entries
     */
    public @NotNull List<Entry> latest(int limit) {
        return page(new Match(), limit, true).getRequests();
    }

    /**
     * Lists entries, and says how many there are and are missing.
     *
     * @param match which are meant
     * @param limit how many at most; null for all
     * @param newestFirst whether the newest comes first
     * @return the entries
     */
    public @NotNull JournalPage page(@NotNull Match match, @Nullable Integer limit, boolean newestFirst) {
        return filtered(plane.call("listRequests", "GET", "/_mock/requests"), match).query("limit", limit)
            .query("order", newestFirst ? "desc" : null).value(JournalPage::new);
    }

    /**
     * Looks at an entry.
     *
     * @param id its number
     * @return the entry, with headers and bodies
     */
    public @NotNull Entry get(long id) {
        return plane.call("getRequest", "GET", "/_mock/requests/{id}", id).value(Entry::new);
    }

    /** Forgets what was asked. */
    public void clear() {
        plane.call("clearRequests", "DELETE", "/_mock/requests").done();
    }

    /**
     * Says why a request matched what it did, or nothing.
     *
     * @param id the entry's number
     * @return the nearest operations and faults, member by member
     */
    public @NotNull Explanation explain(long id) {
        return plane.call("explainRequest", "GET", "/_mock/requests/{id}/explanation", id).value(Explanation::new);
    }

    /**
     * Carries out a request once more, as if the app had sent it again: with its token, and with what faults do to it.
     *
     * @param id the entry's number
     * @return what became of it
     */
    public @NotNull Replay replay(long id) {
        return replay(id, null, null);
    }

    /**
     * Carries out a request once more, changed.
     *
     * @param id the entry's number
     * @param headers other headers, null for one that is left out; null for no others
     * @param body another content: a text, sent as it is, or any other JSON; null for the same
     * @return what became of it
     */
    public @NotNull Replay replay(long id, @Nullable Map<String, String> headers, @Nullable Object body) {
        return plane.call("replayRequest", "POST", "/_mock/requests/{id}/replay", id)
            .body(Json.object("headers", headers, "body", body)).value(Replay::new);
    }

    /**
     * Counts entries.
     *
     * @param match which are meant
     * @return how many there are
     */
    public @NotNull Count count(@NotNull Match match) {
        return plane.call("countRequests", "POST", "/_mock/requests/count").body(Json.object("match", match.wish()))
            .value(Count::new);
    }

    /**
     * Verifies that something was asked, once or more.
     *
     * @param match what is meant
     * @return the verdict
     * @throws VerificationError if it was not; its message has what is nearest
     */
    public @NotNull Verification verify(@NotNull Match match) {
        return verify(match, Times.atLeast(1));
    }

    /**
     * Verifies how often something was asked.
     *
     * @param match what is meant
     * @param times how often it is expected
     * @return the verdict
     * @throws VerificationError if it was asked more or less often; its message has what is nearest
     */
    public @NotNull Verification verify(@NotNull Match match, @NotNull Times times) {
        Verification verdict = judge(match, times);
        if (!verdict.isSatisfied()) {
            throw Verdicts.error(match, verdict, "");
        }
        return verdict;
    }

    /**
     * Asks how often something was asked, and fails for no answer.
     *
     * @param match what is meant
     * @param times how often it is expected
     * @return the verdict, satisfied or not
     */
    public @NotNull Verification judge(@NotNull Match match, @NotNull Times times) {
        return plane.call("verifyRequests", "POST", "/_mock/requests/verify").body(times.wish(match))
            .value(Verification::new);
    }

    /**
     * Waits up to ten seconds until something was asked.
     *
     * @param match what is meant
     * @return the verdict
     * @throws VerificationError if it was not asked in time; its message has what is nearest
     */
    public @NotNull Verification await(@NotNull Match match) {
        return await(match, 1, Duration.ofSeconds(10));
    }

    /**
     * Waits until something was asked often enough. The server answers at once when it was.
     *
     * @param match what is meant
     * @param atLeast how often it is expected
     * @param timeout how long to wait, by real time
     * @return the verdict
     * @throws VerificationError if it was not asked in time; its message has what is nearest
     */
    public @NotNull Verification await(@NotNull Match match, int atLeast, @NotNull Duration timeout) {
        long end = System.nanoTime() + timeout.toNanos();
        while (true) {
            long left = Math.max(0, (end - System.nanoTime()) / 1_000_000);
            long asked = Math.min(left, LONGEST_WAIT);
            Verification verdict = plane.call("waitForRequests", "POST", "/_mock/requests/wait")
                .body(Json.object("match", match.wish(), "atLeast", atLeast, "timeoutMilliseconds", asked))
                .longer(Duration.ofMillis(asked)).value(Verification::new);
            if (verdict.isSatisfied()) {
                return verdict;
            }
            if (left <= LONGEST_WAIT) {
                Verification nearest = judge(match, Times.atLeast(atLeast));
                if (nearest.isSatisfied()) {
                    return nearest;
                }
                throw Verdicts.error(match, nearest, " within " + timeout.toMillis() + " ms");
            }
        }
    }

    /**
     * Follows the journal as it grows. Every kind of entry is meant unless the match says otherwise.
     *
     * @param match which entries are meant
     * @return the events; close them at the end
     */
    public @NotNull JournalEvents follow(@NotNull Match match) {
        return follow(match, null);
    }

    /**
     * Follows the journal from an entry on.
     *
     * @param match which entries are meant
     * @param after the number of the last entry that is known; null for none, and only what comes from now on
     * @return the events; close them at the end
     */
    public @NotNull JournalEvents follow(@NotNull Match match, @Nullable Long after) {
        Call call = filtered(plane.call("followRequests", "GET", "/_mock/events"), match).after(after);
        return new JournalEvents(call.open());
    }

    /** {@return all exchanges as a HAR file, as browsers' network panels open it} */
    public @NotNull String har() {
        return har(new Match());
    }

    /**
     * Exports exchanges as HAR.
     *
     * @param match which are meant
     * @return the file's text
     */
    public @NotNull String har(@NotNull Match match) {
        return filtered(plane.call("exportHAR", "GET", "/_mock/har"), match).text();
    }

    /**
     * Writes all exchanges to a HAR file.
     *
     * @param file the file, which is replaced
     */
    public void downloadHar(@NotNull Path file) {
        try {
            Files.write(file, plane.call("downloadHAR", "GET", "/_mock/requests.har").text().getBytes("UTF-8"));
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private static Call filtered(Call call, Match match) {
        match.wish().forEach((name, value) -> {
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
