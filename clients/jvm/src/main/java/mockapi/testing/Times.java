package mockapi.testing;

import java.util.Map;
import org.jetbrains.annotations.NotNull;

/** How often something is expected. */
public final class Times {
    private final Integer exactly;
    private final Integer atLeast;
    private final Integer atMost;

    private Times(Integer exactly, Integer atLeast, Integer atMost) {
        this.exactly = exactly;
        this.atLeast = atLeast;
        this.atMost = atMost;
    }

    /** {@return not once} */
    public static @NotNull Times never() { return exactly(0); }
    /** {@return exactly once} */
    public static @NotNull Times once() { return exactly(1); }

    /**
     * Means so often and no other.
     * @param count from 0
     */
    public static @NotNull Times exactly(int count) { return new Times(count, null, null); }

    /**
     * Means so often or more.
     * @param count from 0
     */
    public static @NotNull Times atLeast(int count) { return new Times(null, count, null); }

    /**
     * Means so often or less.
     * @param count from 0
     */
    public static @NotNull Times atMost(int count) { return new Times(null, null, count); }

    /**
     * Means both bounds.
     * @param least from 0
     * @param most from the least
     */
    public static @NotNull Times between(int least, int most) { return new Times(null, least, most); }

    Map<String, Object> members(Match match) {
        Map<String, Object> members = members();
        members.put("match", Json.plain(match));
        members.put("entries", true);
        return members;
    }

    Map<String, Object> members() { return Json.object("exactly", exactly, "atLeast", atLeast, "atMost", atMost); }
}
