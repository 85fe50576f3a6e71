"""The server of the uiautomator2 client inside the phone, pure: requests in, answers out.

view        accessibility nodes of all windows      dump        the same as XML
selector    what clients search for                 search      finding it, by the rules of both halves of the library
automator   the server's state, and its hands       device      methods of the whole phone
elements    methods of one element, scrolling       methods     the table of all methods, by name and kinds of arguments
rpc         JSON-RPC around that table              pictures    screens as JPEG
shell_dump  what the shell's `uiautomator dump` writes of all windows, and compressed

Facts are those of the server that the client brings (u2.jar 0.4.1): names, kinds and meanings of its methods, and the
oddities of the library below it, which client programs have learnt to live with.
"""
