package mockapi.testing;

/** There are as many worlds as the server allows. */
public final class WorldLimitException extends CallRefusedException {
    private static final long serialVersionUID = 1L;

    WorldLimitException(Refusal refusal) {
        super(refusal, "\n  start the server with a larger --max-worlds, run fewer tests at once,"
            + " or see whether tests leave worlds behind");
    }
}
