package mockapi.testing;

import java.time.Duration;

/** Lengths of time as calls take them. Null stays null. */
final class Durations {
    private Durations() {
    }

    static Number seconds(Duration time) {
        if (time == null) {
            return null;
        }
        long whole = time.getSeconds();
        return time.getNano() == 0 ? (Number) whole : (Number) (time.toMillis() / 1000.0);
    }

    static Long milliseconds(Duration time) {
        return time == null ? null : (Long) time.toMillis();
    }

    /** With days, since the server takes six digits of hours, and Java knows nothing larger. */
    static String iso(Duration time) {
        if (time == null) {
            return null;
        }
        if (time.isNegative()) {
            throw new IllegalArgumentException("time passes forward only; set the clock to go back");
        }
        return "P" + time.toDays() + "D" + time.minusDays(time.toDays()).toString().substring(1);
    }
}
