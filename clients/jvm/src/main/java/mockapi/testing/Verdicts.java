package mockapi.testing;

import java.util.List;
import java.util.Map;
import mockapi.testing.values.Expected;
import mockapi.testing.values.Summary;
import mockapi.testing.values.Verification;

/** Words for what was not as expected. */
final class Verdicts {
    private Verdicts() {
    }

    static VerificationError error(Match match, Verification verdict, String when) {
        StringBuilder text = new StringBuilder("expected ").append(expected(verdict.getExpected())).append(" of ")
            .append(match).append(", but there ")
            .append(verdict.getCount() == 1 ? "was 1" : "were " + verdict.getCount()).append(when);
        if (verdict.getMessage() != null) {
            text.append("\n  ").append(verdict.getMessage());
        }
        for (Verification.Nearest miss : verdict.getNearest()) {
            text.append("\n  nearest: ").append(line(miss.getRequest()));
            miss.getReasons().forEach(reason -> text.append("\n    ").append(reason));
        }
        return new VerificationError(text.toString(), verdict);
    }

    /** Of messages on channels, of which the server says in a sentence what came instead. */
    static VerificationError error(Refusal refusal) {
        return new VerificationError(refusal.message + " (world \"" + refusal.world + "\")", new Verification(Map.of(
            "satisfied", false, "known", false, "message", refusal.message, "count", 0, "expected", Map.of(),
            "nearest", List.of(), "entries", List.of())));
    }

    private static String expected(Expected expected) {
        if (expected.getExactly() != null) { return "exactly " + expected.getExactly(); }
        if (expected.getAtLeast() != null && expected.getAtMost() != null) {
            return "from " + expected.getAtLeast() + " to " + expected.getAtMost();
        }
        return expected.getAtMost() != null ? "at most " + expected.getAtMost() : "at least " + expected.getAtLeast();
    }

    /** An entry in a line: number, method, path, status, operation, faults, deviations; or what a frame is. */
    static String line(Summary entry) {
        StringBuilder text = new StringBuilder(entry.getId() == null ? "(pending)" : entry.getId().toString());
        if (entry.getKind().equals("frame")) {
            text.append(' ').append(entry.getDirection()).append(' ').append(path(entry));
            return text.append(entry.getSummary() == null ? "" : ": " + entry.getSummary()).toString();
        }
        text.append(' ').append(entry.getMethod()).append(' ').append(path(entry));
        text.append(entry.getQuery() == null ? "" : "?" + entry.getQuery());
        text.append(' ').append(
            entry.getStatus() == null ? "no response (" + entry.getEnding() + ")" : entry.getStatus().toString());
        text.append(' ').append(entry.getOperationId() == null ? "no route" : entry.getOperationId());
        entry.getFaults().forEach(fault -> text.append(", fault ").append(fault.getId()).append(" (")
            .append(fault.getType()).append(')'));
        entry.getDeviations().forEach(deviation -> text.append(", ").append(deviation.getLocation()).append(' ')
            .append(deviation.getMessage()));
        return text.toString();
    }

    /** The path as the app's code has it, without the world. */
    private static String path(Summary entry) {
        return entry.getPath() == null ? "" : entry.getPath().replaceFirst("^/_w/[^/]+", "");
    }
}
