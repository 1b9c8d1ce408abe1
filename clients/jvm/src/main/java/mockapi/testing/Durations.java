package mockapi.testing;

import java.time.Duration;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Lengths of time as calls take them. Null stays null. */
final class Durations {
    private Durations() {
    }

    private static final Pattern PART = Pattern.compile("([0-9]+(?:\\.[0-9]+)?)(ms|s|m|h|d) *");
    private static final Map<String, Double> MILLISECONDS =
        Map.of("ms", 1.0, "s", 1000.0, "m", 60_000.0, "h", 3_600_000.0, "d", 86_400_000.0);

    /** Text such as {@code 30s}, {@code 1h 30m} or {@code 250ms}. */
    static Duration parse(String text) {
        Matcher part = PART.matcher(text.trim());
        double milliseconds = 0;
        int end = 0;
        while (part.lookingAt()) {
            milliseconds += Double.parseDouble(part.group(1)) * MILLISECONDS.get(part.group(2));
            end = part.end();
            part.region(end, part.regionEnd());
        }
        if (end == 0 || !part.hitEnd() && end < text.trim().length() || milliseconds > 1e15) {
            throw new IllegalArgumentException("\"" + text + "\" is not a duration; write text such as 30s or 1h 30m");
        }
        return Duration.ofMillis((long) milliseconds);
    }

    static Number seconds(Duration time) {
        if (time == null) { return null; }
        long whole = time.getSeconds();
        return time.getNano() == 0 ? (Number) whole : (Number) (time.toMillis() / 1000.0);
    }

    static Long milliseconds(Duration time) { return time == null ? null : (Long) time.toMillis(); }

    /** With days, since the server takes six digits of hours, and Java knows nothing larger. */
    static String iso(Duration time) {
        if (time == null) { return null; }
        if (time.isNegative()) {
            throw new IllegalArgumentException("time passes forward only; set the clock to go back");
        }
        return "P" + time.toDays() + "D" + time.minusDays(time.toDays()).toString().substring(1);
    }
}
