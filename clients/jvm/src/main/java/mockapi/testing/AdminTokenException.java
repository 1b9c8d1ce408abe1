package mockapi.testing;

/** The server wants an admin token, and the call had none or a wrong one. */
public final class AdminTokenException extends CallRefusedException {
    private static final long serialVersionUID = 1L;

    AdminTokenException(Refusal refusal) {
        super(refusal, "\n  give the token that the server was started with in MOCK_API_ADMIN_TOKEN,"
            + " or to MockServer.at(url, token)");
    }
}
